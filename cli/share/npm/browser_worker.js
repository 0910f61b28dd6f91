import { schiriTasks } from "./engine.js";

const receive = schiriTasks((answer) => postMessage(answer));
addEventListener("message", ({ data }) => receive(data));
