import { Problem } from "#kit/problem.ts";
import type { ValueProof } from "#records/change/proofs.server.ts";
import { readProof, spendProof } from "../proof-of-work.server.ts";

const spentText = { zh: "安全验证已失效，请重新验证", en: "This security check was used or has expired. Do it again." };

/** A solved challenge of `GET basic/challenge`. Valid for five minutes and one use. */
const work: ValueProof = {
  name: "work",
  async check(input, { services, field }) {
    const spentProblem = () => new Problem("invalid", spentText, { fields: { [field]: spentText } });
    const proof = await readProof(services, typeof input === "string" ? input : undefined);
    if (proof === undefined) throw spentProblem();
    return async (tx) => {
      if (!(await spendProof(tx, proof))) throw spentProblem();
    };
  },
};

export default work;
