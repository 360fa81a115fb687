import type { ValueProof } from "#records/change/proofs.server.ts";
import { refuseAddress } from "../refuse-address.server.ts";

/** That an address is one to which the program may send (T-63). It is asked again at each delivery, because names may lead elsewhere by then. */
const endpoint: ValueProof = {
  name: "endpoint",
  async check(sent, { services, field }) {
    if (typeof sent !== "string") return undefined;
    await refuseAddress(services, sent, field);
    return () => Promise.resolve();
  },
};

export default endpoint;
