// The worker of a page or report: the script of its element `worker`.
import { taskReceiver } from "./worker.js";
import { check, convert } from "./check_records.js";
import { verify } from "./verify.js";

const receive = taskReceiver((answer) => postMessage(answer), { check, convert, verify });
addEventListener("message", ({ data }) => receive(data));
