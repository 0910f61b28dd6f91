import { taskReceiver } from "./worker.js";

const receive = taskReceiver((answer) => postMessage(answer));
addEventListener("message", ({ data }) => receive(data));
