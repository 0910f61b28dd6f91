import { parentPort } from "node:worker_threads";
import { schiriTasks } from "./engine.js";

parentPort.on("message", schiriTasks((answer) => parentPort.postMessage(answer)));
