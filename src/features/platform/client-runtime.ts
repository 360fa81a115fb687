/**
 * The client of a space's API. This part is the same for every space; the served module appends the types of the entities that one key may read
 * (features/platform/client-module.server.ts). The module has no imports, and runs in browsers and in any runtime with `fetch`.
 */

const codesByStatus = {
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
  507: "storageFull",
} as const;

/** Why a call failed. `unreachable`: no response arrived. */
export type MeridianErrorCode = (typeof codesByStatus)[keyof typeof codesByStatus] | "unreachable";

type Body = {
  message?: string;
  result?: unknown;
  requestId?: string;
  fields?: Record<string, string>;
  details?: Record<string, unknown>;
};

/** The error that every failed call throws. */
export class MeridianError extends Error {
  readonly code: MeridianErrorCode;
  /** The HTTP status; 0 if no response arrived. */
  readonly status: number;
  /** By field: the problems of the input (`invalid`), or the fields that somebody else changed meanwhile (`conflict`). */
  readonly fields: Readonly<Record<string, string>>;
  /** For a `conflict`: the current `version` of the row and, in `fields`, its current values. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The id of the request in the server's log; quote it to the operator. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry; undefined if the server sent none. */
  readonly retryAfter: number | undefined;

  constructor(status: number, { message, fields = {}, details = {}, requestId }: Body, retryAfter?: number) {
    super(message ?? "The server did not answer");
    this.name = "MeridianError";
    this.code = status === 0 ? "unreachable" : (codesByStatus[status as keyof typeof codesByStatus] ?? "internal");
    this.status = status;
    this.fields = fields;
    this.details = details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** What a key may do with the rows of one entity. If `create`, `update` or `delete` is missing, the key lacks the permission. */
type EntitySchema = { row: object; query: object; create?: object; update?: object; delete?: true };

/** The entities that the key may read. */
export interface Schema {}

/** A page of rows. `isCapped`: not all rows were counted; there are at least `total - 1`. */
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
      /** Changes fields of a row that was read at `version`. Throws a `conflict` if somebody else has changed the same field since then. */
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

/** The calls about rows of one entity that the key may make. */
export type Collection<E extends EntitySchema> = Readable<E> & Creatable<E> & Updatable<E> & Deletable<E>;
/** The entities that the key may read, by type. */
export type Meridian = { readonly [T in keyof Schema]: Schema[T] extends EntitySchema ? Collection<Schema[T]> : never };

export type MeridianOptions = {
  /** The address of the space: `https://example.com`. */
  url: string;
  /** The API key: `mdk_...`. */
  key: string;
  /** The language of messages. */
  language?: "zh" | "en";
  fetch?: typeof globalThis.fetch;
};

type Method = "GET" | "POST" | "DELETE";
type Send = (method: Method, path: string, input: object, headers?: Record<string, string>) => Promise<unknown>;

/** Rows per page that `all` reads. */
const pageSize = 100;

async function readBody(response: Response): Promise<Body> {
  try {
    return (await response.json()) as Body;
  } catch {
    return {};
  }
}

function createSend({ url, key, language = "en", fetch: sendRequest = globalThis.fetch }: MeridianOptions): Send {
  /** Where the database stood after the last write of this client: sent with requests, so that what they read is not older. */
  let position: string | null = null;
  return async (method, path, input, headers = {}) => {
    const address = new URL(`/api/${path}`, url);
    const hasBody = method === "POST";
    if (!hasBody)
      for (const [name, value] of Object.entries(input))
        if (value !== undefined) address.searchParams.set(name, String(value));
    const request = {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        "accept-language": language,
        ...(hasBody ? { "content-type": "application/json" } : {}),
        ...(position === null ? {} : { "meridian-position": position }),
        ...headers,
      },
      ...(hasBody ? { body: JSON.stringify(input) } : {}),
    };
    const response = await sendRequest(address, request).catch((cause: unknown) => {
      throw Object.assign(new MeridianError(0, {}), { cause });
    });
    position = response.headers.get("meridian-position") ?? position;
    const body = await readBody(response);
    if (response.ok) return body.result;
    const retryAfter = response.headers.get("retry-after");
    throw new MeridianError(response.status, body, retryAfter === null ? undefined : Number(retryAfter));
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
    // The idempotency key makes the server add one row even if the request arrives twice.
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
      // `await` treats an object with `then` as a promise.
      if (typeof type !== "string" || type === "then") return undefined;
      const collection = collections.get(type) ?? createCollection(type, send);
      collections.set(type, collection);
      return collection;
    },
  });
}
