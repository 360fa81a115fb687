import { z } from "zod";
import { fileSettingProblems, fileStorages } from "#server/files/settings.server.ts";
import { ConfigurationError } from "#server/postgres/configuration-error.server.ts";
import { missingSmsSettings, smsProviders } from "#server/sms/settings.server.ts";

const flag = z.enum(["0", "1"]).transform((value) => value === "1");

/** Trimmed: pasted values often carry spaces and line breaks. */
const optionalText = z.string().trim().min(1).optional();

/** Words with commas between them. */
const wordList = z.string().transform((words) =>
  words
    .split(",")
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== ""),
);

/** An IP address with or without a port. */
const serverForm = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]{2,39}\])(?::\d{1,5})?$/;

/** The origin of tiles of a map, for a policy: `https://*.tiles.example` where their host is one of several. Undefined for no address of tiles. */
export function tileOrigin(address: string): string | undefined {
  if (!["{z}", "{x}", "{y}"].every((part) => address.includes(part))) return undefined;
  const example = URL.parse(address.replace("{s}.", "any-of-them.").replaceAll(/[{}]/g, ""));
  const isSafe = example?.protocol === "https:" || (example?.protocol === "http:" && example.hostname === "127.0.0.1");
  return isSafe ? example.origin.replace("any-of-them.", "*.") : undefined;
}

const settings = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("production"),
  HOST: z.string().default("0.0.0.0"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** The address visitors use; decides Secure cookies, canonical links and which host names are sub-domains. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** For the embedded database, uploads and generated secrets. */
  DATA_DIR: z.string().default("data"),
  /** PostgreSQL >= 15. Unset: the embedded one in DATA_DIR. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** `0`: this process only serves requests, and leaves jobs to others. */
  JOBS: flag.default(true),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  /** Seconds that a statement may run. */
  DATABASE_TIMEOUT: z.coerce.number().min(1).max(600).default(5),
  /** Exact addresses of proxies whose X-Forwarded-* is believed, comma separated. */
  TRUST_PROXY: z.string().optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  /** Requests per minute and address over all calls and forms; 0 switches every limit per address off (a proxy limits instead). */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).default(1200),
  /** `outbox`: nothing leaves this machine. The settings that follow are for the others (docs/operations.md). */
  SMS_PROVIDER: z.enum(["outbox", "off", ...smsProviders]).default("outbox"),
  SMS_KEY_ID: optionalText,
  SMS_KEY_SECRET: optionalText,
  SMS_SIGN_NAME: optionalText,
  SMS_APP_ID: optionalText,
  SMS_FROM: optionalText,
  SMS_REGION: optionalText,
  /** The address of the provider, if it is not the default. */
  SMS_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** `code=SMS_1,passwordChanged=SMS_2`: the provider's templates. */
  SMS_TEMPLATES: optionalText,
  /** `open`: the developer mailbox can be read from other addresses than this machine. */
  MAILBOX: z.enum(["local", "open"]).default("local"),
  /** `s3`: uploads are objects of a bucket, which the settings that follow name (docs/operations.md). */
  FILES: z.enum(fileStorages).default("folder"),
  /** The endpoint of the bucket's provider; unset: Amazon's in S3_REGION. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: optionalText,
  S3_BUCKET: optionalText,
  S3_KEY_ID: optionalText,
  S3_KEY_SECRET: optionalText,
  /** `1`: the bucket's name stands in the path, not in the host name. */
  S3_PATH_STYLE: flag.default(false),
  /** Quota of one space's uploads, in MB and in number; 0: unlimited. */
  SPACE_FILES_MB: z.coerce.number().int().min(0).default(1024),
  SPACE_FILES_COUNT: z.coerce.number().int().min(0).default(5000),
  /** URL template of map tiles: `https://tiles.example/{z}/{x}/{y}.png`. Unset: maps show a coordinate grid. */
  MAP_TILES: z
    .string()
    .trim()
    .refine((address) => tileOrigin(address) !== undefined, "it has to be an https address with {z}, {x} and {y}")
    .optional(),
  /** The attribution of the map tiles, shown in a corner. */
  MAP_ATTRIBUTION: optionalText,
  /** Hosts inside the network that webhooks may write to, over http as well: `erp.internal,10.0.0.7:8080`. Others are reached over https on the internet only. */
  WEBHOOK_HOSTS: wordList.default([]),
  /** Name servers that are asked whose a host name is: `192.0.2.1,192.0.2.2:5353`. Unset: those of this machine. */
  DNS_SERVERS: wordList
    .refine(
      (servers) => servers.every((server) => serverForm.test(server)),
      "it has to be IP addresses, with or without a port",
    )
    .default([]),
  /** HMAC key over passwords, at least 32 bytes. Unset: a generated file in DATA_DIR. */
  PEPPER: z.string().min(32).optional(),
  /** A country database in mmdb format; unset: the one that ships with the program. */
  GEOIP_PATH: z.string().optional(),
  /** Last part of the address of the admin sign-in, /admin/login/{sign}; unset: there is none, and administrators sign in like everybody. */
  ADMIN_SIGN: z
    .string()
    .regex(/^[\w-]{8,100}$/)
    .optional(),
  /** Bearer token for /metrics; unset: only this machine may read it. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** `1`: start without demonstration content (only the administrator and an empty home page). */
  BARE: flag.default(false),
  /** Mobile number of the first administrator. */
  ADMIN_MOBILE: z
    .string()
    .regex(/^1[3-9]\d{9}$/)
    .default("13800000000"),
});

/** Providers are called over https; only tests have one on the same machine. */
function isSafeEndpoint({ NODE_ENV, SMS_ENDPOINT }: z.output<typeof settings>): boolean {
  if (SMS_ENDPOINT === undefined) return true;
  const { protocol, hostname } = new URL(SMS_ENDPOINT);
  return protocol === "https:" || (NODE_ENV === "test" && hostname === "127.0.0.1");
}

/** The problems of the chosen provider's settings. */
function smsProblems(env: z.output<typeof settings>): { name: string; message: string }[] {
  const provider = smsProviders.find((name) => name === env.SMS_PROVIDER);
  if (provider === undefined) return [];
  const unsafe = isSafeEndpoint(env) ? [] : [{ name: "SMS_ENDPOINT", message: "it has to be https" }];
  return [...missingSmsSettings(provider, env), ...unsafe];
}

const schema = settings.superRefine((env, context) => {
  for (const { name, message } of [...smsProblems(env), ...fileSettingProblems(env)])
    context.addIssue({ code: "custom", path: [name], message });
});

export type Env = z.output<typeof schema>;

/** Reads the settings of the process. Unknown variables are ignored; a wrong value stops the start with a message that names its variable. */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(set);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new ConfigurationError(`These settings cannot be used:\n${lines.join("\n")}`);
}

declare module "#kit/call.ts" {
  interface Services {
    env: Env;
  }
}
