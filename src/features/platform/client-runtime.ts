/**
 * The client of a space's API. This part is the same for every space; what follows it in the served module are the entities that one key reaches
 * (features/platform/client-module.server.ts). It imports nothing and runs in browsers and in any runtime that has `fetch`.
 */

const codes = {
  400: "badRequest",
  401: "unauthenticated",
  403: "forbidden",
  404: "notFound",
  409: "conflict",
  413: "payloadTooLarge",
  415: "unsupportedMediaType",
  422: "invalid",
  428: "proofRequired",
  429: "tooManyRequests",
  500: "internal",
  503: "unavailable",
} as const;

/** Why a call failed. `unreachable`: there was no answer. */
export type MeridianErrorCode = (typeof codes)[keyof typeof codes] | "unreachable";

type Body = {
  message?: string;
  result?: unknown;
  requestId?: string;
  fields?: Record<string, string>;
  details?: Record<string, unknown>;
};

/** Thrown by every call that fails. */
export class MeridianError extends Error {
  readonly code: MeridianErrorCode;
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  /** Problems of the input, by field (`invalid`), or the fields that changed in between (`conflict`). */
  readonly fields: Readonly<Record<string, string>>;
  /** Of a `conflict`: the present `version` and, in `fields`, the values that the row has now. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Quote it to the operator: it leads to the log. */
  readonly requestId: string | undefined;
  /** Seconds until another try makes sense. */
  readonly retryAfter: number | undefined;

  constructor(status: number, { message, fields = {}, details = {}, requestId }: Body, retryAfter?: number) {
    super(message ?? "The server did not answer");
    this.name = "MeridianError";
    this.code = status === 0 ? "unreachable" : (codes[status as keyof typeof codes] ?? "internal");
    this.status = status;
    this.fields = fields;
    this.details = details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** What a key may do with the rows of one entity. Without `create`, `update` or `delete` it may not. */
type EntitySchema = { row: object; query: object; create?: object; update?: object; delete?: true };

/** The entities that the key reaches. */
export interface Schema {}

/** A page of rows. `isCapped`: there are more than `total`, which were not counted. */
export type Page<R> = { pageIndex: number; pageSize: number; total: number; isCapped: boolean; rows: R[] };

type Readable<E extends EntitySchema> = {
  /** A page of the rows that meet the filters. */
  list: (query?: E["query"]) => Promise<Page<E["row"]>>;
  /** Every row that meets the filters, read page by page. */
  all: (query?: E["query"]) => AsyncGenerator<E["row"]>;
  get: (id: string) => Promise<E["row"]>;
};
type Creatable<E extends EntitySchema> = E extends { create: infer C }
  ? { create: (values: C) => Promise<E["row"]> }
  : unknown;
type Updatable<E extends EntitySchema> = E extends { update: infer U }
  ? {
      /** Changes fields of a row as it was read. Edits of different fields merge; an edit of the same field in between is a `conflict`. */
      update: (row: { id: string; version: number }, changes: U) => Promise<E["row"]>;
    }
  : unknown;
type Deletable<E extends EntitySchema> = E extends { delete: true }
  ? {
      delete: (id: string) => Promise<void>;
      /** Restores deleted rows, up to 100, all or none. */
      restore: (...ids: string[]) => Promise<void>;
    }
  : unknown;

export type Collection<E extends EntitySchema> = Readable<E> & Creatable<E> & Updatable<E> & Deletable<E>;
export type Meridian = { readonly [T in keyof Schema]: Schema[T] extends EntitySchema ? Collection<Schema[T]> : never };

export type MeridianOptions = {
  /** Where the space is: `https://example.com`. */
  url: string;
  /** The API key: `mdk_...`. */
  key: string;
  /** The language of messages. */
  language?: "zh" | "en";
  fetch?: typeof globalThis.fetch;
};

type Method = "GET" | "POST" | "DELETE";
type Send = (method: Method, path: string, input: object, headers?: Record<string, string>) => Promise<unknown>;

/** Rows of a page of `all`. */
const pageSize = 100;

async function bodyOf(answer: Response): Promise<Body> {
  try {
    return (await answer.json()) as Body;
  } catch {
    return {};
  }
}

function createSend({ url, key, language = "en", fetch: ask = globalThis.fetch }: MeridianOptions): Send {
  return async (method, path, input, headers = {}) => {
    const address = new URL(`/api/${path}`, url);
    const isBody = method === "POST";
    if (!isBody)
      for (const [name, value] of Object.entries(input))
        if (value !== undefined) address.searchParams.set(name, String(value));
    const request = {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        "accept-language": language,
        ...(isBody ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      ...(isBody ? { body: JSON.stringify(input) } : {}),
    };
    const answer = await ask(address, request).catch((cause: unknown) => {
      throw Object.assign(new MeridianError(0, {}), { cause });
    });
    const body = await bodyOf(answer);
    if (answer.ok) return body.result;
    const retryAfter = answer.headers.get("retry-after");
    throw new MeridianError(answer.status, body, retryAfter === null ? undefined : Number(retryAfter));
  };
}

function createCollection(type: string, send: Send) {
  const list = (query: object = {}) => send("GET", `${type}/QueryPageList`, query) as Promise<Page<{ id: string }>>;
  return {
    list,
    async *all(query: object = {}) {
      let after: string | undefined;
      for (;;) {
        const { rows } = await list({ pageSize, ...query, ...(after === undefined ? {} : { after }) });
        yield* rows;
        const last = rows.at(-1);
        if (last === undefined) return;
        after = last.id;
      }
    },
    get: (id: string) => send("GET", `${type}/QueryById`, { id }),
    // Under a key of its own, so that a request that arrives twice adds one row.
    create: (values: object) =>
      send("POST", `${type}/QueryAdd`, values, { "idempotency-key": globalThis.crypto.randomUUID() }),
    update: ({ id, version }: { id: string; version: number }, changes: object) =>
      send("POST", `${type}/QueryUpdate`, { ...changes, id, version }),
    delete: async (id: string) => void (await send("DELETE", `${type}/QueryDelete`, { id })),
    restore: async (...ids: string[]) => void (await send("POST", `${type}/RestoreDeleted`, { ids })),
  };
}

/** @public The entities of a space, by their type: `createClient({ url, key }).news.list()`. */
export function createClient(options: MeridianOptions): Meridian {
  const send = createSend(options);
  const collections = new Map<string, object>();
  return new Proxy({} as Meridian, {
    get(_, type) {
      // Not a promise: `await` asks for this.
      if (typeof type !== "string" || type === "then") return undefined;
      const collection = collections.get(type) ?? createCollection(type, send);
      collections.set(type, collection);
      return collection;
    },
  });
}
