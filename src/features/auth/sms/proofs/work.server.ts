import { Problem } from "#kit/problem.ts";
import type { ValueProof } from "#records/change/proofs.server.ts";
import { readProof, consumeProof } from "../proof-of-work.server.ts";

const invalidText = {
  zh: "安全验证已失效，请重新验证",
  en: "This security check has expired or was already used. Do it again.",
};

/** A solved challenge of `GET basic/challenge`. Valid for five minutes and one use. */
const work: ValueProof = {
  name: "work",
  async check(input, { services, field }) {
    const invalidProblem = () => new Problem("invalid", invalidText, { fields: { [field]: invalidText } });
    const proof = await readProof(services, typeof input === "string" ? input : undefined);
    if (proof === undefined) throw invalidProblem();
    return async (tx) => {
      if (!(await consumeProof(tx, proof))) throw invalidProblem();
    };
  },
};

export default work;
