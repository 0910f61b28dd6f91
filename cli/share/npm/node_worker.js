import { parentPort } from "node:worker_threads";
import { taskReceiver } from "./worker.js";

parentPort.on("message", taskReceiver((answer) => parentPort.postMessage(answer)));
