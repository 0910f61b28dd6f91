// The worker of a page or report: the script of its element `worker`.
import { taskReceiver } from "./worker.js";
import { verify } from "./verify.js";

const receive = taskReceiver((answer) => postMessage(answer), { verify });
addEventListener("message", ({ data }) => receive(data));
