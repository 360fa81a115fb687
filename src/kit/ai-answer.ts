/** An event of an answer of the AI: more text, its end, or a problem after which what came so far stays. `isCut`: it was as long as it may be. */
export type AnswerEvent =
  | { kind: "text"; text: string }
  | { kind: "end"; isCut: boolean }
  | { kind: "problem"; message: string };
