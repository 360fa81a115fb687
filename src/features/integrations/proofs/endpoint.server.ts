import type { ValueProof } from "#records/change/proofs.server.ts";
import { refuseAddress } from "../refuse-address.server.ts";

/** Checks that the server may send to an address (T-63). Each delivery checks again, because the DNS records of the host may have changed. */
const endpoint: ValueProof = {
  name: "endpoint",
  async check(value, { services, field }) {
    if (typeof value !== "string") return undefined;
    await refuseAddress(services, value, field);
    // Nothing to use up in the transaction of the save.
    return () => Promise.resolve();
  },
};

export default endpoint;
