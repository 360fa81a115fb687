import type { Text } from "./text.ts";

/** Every way in which a call can fail; `statusOf` maps each to its HTTP status, so that a code without one does not compile. */
export type ProblemCode =
  | "badRequest"
  | "unauthenticated"
  | "forbidden"
  | "notFound"
  | "conflict"
  | "payloadTooLarge"
  | "unsupportedMediaType"
  | "invalid"
  | "proofRequired"
  | "tooManyRequests"
  | "internal"
  | "unavailable"
  | "storageFull";

const statuses: Record<ProblemCode, number> = {
  badRequest: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  payloadTooLarge: 413,
  unsupportedMediaType: 415,
  invalid: 422,
  // "Precondition required": the challenge to solve first is in the details.
  proofRequired: 428,
  tooManyRequests: 429,
  internal: 500,
  unavailable: 503,
  // "Insufficient storage"
  storageFull: 507,
};

export function statusOf(code: ProblemCode): number {
  return statuses[code];
}

/** The problems of the input, by field name. */
export type FieldProblems = Record<string, Text>;

export type ProblemDetails = {
  fields?: FieldProblems;
  /** Seconds until a retry makes sense; becomes `Retry-After`. */
  retryAfter?: number;
  /** Data for handling the problem, for example the conflicting values of a 409. */
  data?: Record<string, unknown>;
  /** The call needs a recent proof of identity; the details list the possible methods. */
  needsProof?: true;
  /** The problems of parts of the input, such as records of a page: `id` identifies the part. */
  problems?: { id: string; field?: string; message: Text }[];
};

/** The error that calls throw deliberately. Its message is safe to show to the caller, in both languages. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly text: Text;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, text: Text, details: ProblemDetails = {}) {
    super(text.en);
    this.name = "Problem";
    this.code = code;
    this.text = text;
    this.details = details;
  }
}
