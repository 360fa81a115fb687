import { z } from "zod";
import type { MapTiles } from "#kit/map-area.ts";
import { defaultPartnerApiPath, defaultPasswordMax } from "#kit/public-settings.ts";
import { readScannerAddress } from "#server/files/scanner.server.ts";
import { fileSettingProblems, fileStorages } from "#server/files/settings.server.ts";
import { emailSettingProblems } from "#server/email/settings.server.ts";
import { languageSettingProblems, translationProviders } from "#server/language/settings.server.ts";
import { ConfigurationError } from "#server/postgres/configuration-error.server.ts";
import { errorReportProblems } from "#server/process/error-reports.server.ts";
import { samplerNames } from "#server/process/tracing.server.ts";
import { missingSmsSettings, smsProviders } from "#server/sms/settings.server.ts";

const flag = z.enum(["0", "1"]).transform((value) => value === "1");

/** Text without surrounding spaces and line breaks, which pasted values often have. */
const optionalText = z.string().trim().min(1).optional();

/** Words separated by commas, in lower case. */
const wordList = z.string().transform((words) =>
  words
    .split(",")
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== ""),
);

/** An IP address with or without a port. */
const nameServerPattern = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]{2,39}\])(?::\d{1,5})?$/;

/**
 * The origin of map tiles for the Content-Security-Policy. `address` is a URL template; its `{s}`, for one of several hosts, becomes `*`:
 * `https://*.tiles.example`. Undefined when the template is invalid or not https; http is allowed for 127.0.0.1.
 */
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
  /** The address that visitors use; it determines Secure cookies, canonical links and which host names are sub-domains. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The folder of the embedded database, uploads and generated secrets. */
  DATA_DIR: z.string().default("data"),
  /** A PostgreSQL 15 or later. Unset: the embedded PostgreSQL in DATA_DIR. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /**
   * The address of PostgreSQL itself, when DATABASE_URL is that of a pooler in transaction mode: for listening, migrations and the commands of the
   * operator. Transactions then rely on no setting of a session.
   */
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /**
   * Addresses of streaming replicas, separated by commas, which answer lists, counts, searches, exports and public pages; behind poolers in transaction
   * mode only if DATABASE_DIRECT_URL is set.
   */
  DATABASE_REPLICA_URL: z
    .string()
    .transform((addresses) => addresses.split(",").map((address) => address.trim()))
    .pipe(z.array(z.url({ protocol: /^postgres(ql)?$/ })).max(8))
    .default([]),
  /** Seconds that a replica may be behind; beyond it, the primary answers. */
  DATABASE_REPLICA_LAG: z.coerce.number().min(1).max(300).default(10),
  /** `0`: this process only serves requests and runs no jobs. */
  JOBS: flag.default(true),
  /** Maximum connections of this process to the database. */
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  /** Maximum seconds of a statement. */
  DATABASE_TIMEOUT: z.coerce.number().min(1).max(600).default(5),
  /** Exact addresses of proxies whose X-Forwarded-* headers are trusted, separated by commas. */
  TRUST_PROXY: z.string().optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  /**
   * Maximum requests per minute and client address, over all calls and forms. 0 switches all limits per address off, for use behind a proxy with
   * limits.
   */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).default(1200),
  /**
   * `outbox`: messages are stored and not sent; `off`: no message can be sent, and nobody can sign in by code. The SMS settings below are for real
   * providers (docs/operations.md).
   */
  SMS_PROVIDER: z.enum(["outbox", "off", ...smsProviders]).default("outbox"),
  SMS_KEY_ID: optionalText,
  SMS_KEY_SECRET: optionalText,
  SMS_SIGN_NAME: optionalText,
  SMS_APP_ID: optionalText,
  SMS_FROM: optionalText,
  SMS_REGION: optionalText,
  /** The address of the provider's API; unset: the default. */
  SMS_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** `code=SMS_1,passwordChanged=SMS_2`: the provider's templates. */
  SMS_TEMPLATES: optionalText,
  /**
   * The mail server, `smtps://user:password@host` or `smtp://...`, with a port if it is another than 465 and 587. Unset: emails are stored and not
   * sent. Connections are encrypted unless the host is this machine.
   */
  SMTP_URL: optionalText,
  /** The sender of emails: `Meridian <notices@example.org>`. */
  EMAIL_FROM: optionalText,
  /** Emails of a space with notices, within 24 hours. */
  EMAIL_PER_DAY: z.coerce.number().int().min(0).default(500),
  /** Hashes per step of the proof of work before an SMS; a higher number makes requesting many messages slower. */
  PROOF_COST: z.coerce.number().int().min(1).max(1000).default(50),
  /** The second base of calls, for the text messages to partners. This server answers them here too; a proxy may send the path to another one. */
  PARTNER_API_PATH: z
    .string()
    .regex(/^(\/[a-z][a-z0-9-]{0,40}){1,4}$/, "it has to be a path such as /partner-api, without a slash at the end")
    .default(defaultPartnerApiPath),
  /** `open`: the developer mailbox can be read from other machines too. */
  MAILBOX: z.enum(["local", "open"]).default("local"),
  /** `s3`: uploads are stored in a bucket, according to the S3 settings below (docs/operations.md). */
  FILES: z.enum(fileStorages).default("folder"),
  /** The endpoint of the bucket's provider; unset: Amazon's endpoint in S3_REGION. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: optionalText,
  S3_BUCKET: optionalText,
  S3_KEY_ID: optionalText,
  S3_KEY_SECRET: optionalText,
  /** `1`: URLs have the bucket's name in the path, not in the host name. */
  S3_PATH_STYLE: flag.default(false),
  /** Quotas of one space's uploads, in MB and in files; 0: unlimited. */
  SPACE_FILES_MB: z.coerce.number().int().min(0).default(1024),
  SPACE_FILES_COUNT: z.coerce.number().int().min(0).default(5000),
  /** The address of clamd, which checks uploads: `tcp://127.0.0.1:3310`. Unset: uploads are not checked. */
  VIRUS_SCANNER: z
    .string()
    .trim()
    .refine((address) => readScannerAddress(address) !== undefined, "it has to be tcp://host:port")
    .optional(),
  /** What happens to uploads while the scanner cannot be used: `allow` stores them without a check. */
  VIRUS_SCANNER_DOWN: z.enum(["refuse", "allow"]).default("refuse"),
  /** URL template of map tiles: `https://tiles.example/{z}/{x}/{y}.png`. Unset: maps show a coordinate grid. */
  MAP_TILES: z
    .string()
    .trim()
    .refine((address) => tileOrigin(address) !== undefined, "it has to be an https address with {z}, {x} and {y}")
    .optional(),
  /** The attribution of the map tiles, shown in a corner. */
  MAP_ATTRIBUTION: optionalText,
  /** Internal hosts that webhooks may use, also over http: `erp.internal,10.0.0.7:8080`. All other hosts must be public, and use https. */
  WEBHOOK_HOSTS: wordList.default([]),
  /** The address that is told of failures, also one inside the network, its secret (`whsec_<base64>`), and the seconds from one report to the next. */
  ERROR_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  ERROR_WEBHOOK_SECRET: optionalText,
  ERROR_WEBHOOK_SECONDS: z.coerce.number().int().min(1).max(86_400).default(60),
  /** Name servers that are queried to verify custom domains: `192.0.2.1,192.0.2.2:5353`. Unset: the name servers of this machine. */
  DNS_SERVERS: wordList
    .refine(
      (servers) => servers.every((server) => nameServerPattern.test(server)),
      "it has to be IP addresses, with or without a port",
    )
    .default([]),
  /** Where traces are sent by OTLP over HTTP, `http://collector:4318`; unset: there are none, and nothing of them is loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** The same for traces only, with its path: `http://collector:4318/v1/traces`. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SDK_DISABLED: z
    .string()
    .transform((value) => value.toLowerCase() === "true")
    .default(false),
  OTEL_TRACES_SAMPLER: z.enum(samplerNames).default("parentbased_always_on"),
  /** ms between two deliveries of spans. */
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().min(1).default(5000),
  /** The share of traces that the samplers `traceidratio` keep, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** `off`: nothing can be translated. The settings below are for the chosen provider (docs/operations.md). */
  TRANSLATION_PROVIDER: z.enum(["off", ...translationProviders]).default("off"),
  TRANSLATION_KEY_ID: optionalText,
  TRANSLATION_KEY_SECRET: optionalText,
  /** The address of the provider's API; unset: the default. */
  TRANSLATION_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** The base address of an API like OpenAI's, such as `https://api.example/v1`. Unset: nothing can be asked. */
  AI_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  AI_KEY: optionalText,
  AI_MODEL: optionalText,
  /** Requests to the AI: of one person within an hour, of a space within a day. */
  AI_PER_HOUR: z.coerce.number().int().min(1).default(20),
  AI_PER_DAY: z.coerce.number().int().min(1).default(200),
  /** Characters to translate: of one person within an hour, of a space within a day. */
  TRANSLATION_PER_HOUR: z.coerce.number().int().min(1).default(50_000),
  TRANSLATION_PER_DAY: z.coerce.number().int().min(1).default(500_000),
  /** The longest password of a member, in characters (Q-09). Nothing of a password is cut off. */
  PASSWORD_MAX: z.coerce.number().int().min(defaultPasswordMax).max(64).default(defaultPasswordMax),
  /** HMAC key over passwords, at least 32 bytes. Unset: a generated file in DATA_DIR. */
  PEPPER: z.string().min(32).optional(),
  /** Keys that PEPPER replaced, separated by commas: what was made with them stays valid, and is made with PEPPER when it is written again. */
  PEPPER_PREVIOUS: z
    .string()
    .transform((keys) => keys.split(",").map((key) => key.trim()))
    .refine((keys) => keys.every((key) => Buffer.byteLength(key) >= 32), "each key has to have at least 32 bytes")
    .default([]),
  /** A country database in mmdb format; unset: the one that ships with the program. */
  GEOIP_PATH: z.string().optional(),
  /** The last segment of the admin sign-in page, /admin/login/{sign}. Unset: there is no such page, and administrators use the ordinary sign-in. */
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

/** Whether the SMS provider is called over https; tests may use http to 127.0.0.1. */
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
  for (const { name, message } of [
    ...smsProblems(env),
    ...emailSettingProblems(env),
    ...fileSettingProblems(env),
    ...languageSettingProblems(env),
    ...errorReportProblems(env),
  ])
    context.addIssue({ code: "custom", path: [name], message });
});

export type Env = z.output<typeof schema>;

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(settings.shape);

/** The source of map tiles, and its origin for the Content-Security-Policy; undefined if the operator has set none. */
export const mapTilesOf = ({ MAP_TILES: url, MAP_ATTRIBUTION }: Env): (MapTiles & { origin: string }) | undefined =>
  url === undefined ? undefined : { url, attribution: MAP_ATTRIBUTION ?? "", origin: tileOrigin(url)! };

/**
 * Reads the settings of the process from its environment variables. Unknown variables are ignored, and an empty one counts as unset.
 * @throws {ConfigurationError} naming each variable that has an invalid value
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const setVariables = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(setVariables);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new ConfigurationError(`These settings cannot be used:\n${lines.join("\n")}`);
}

declare module "#kit/call.ts" {
  interface Services {
    env: Env;
  }
}
