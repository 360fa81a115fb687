import { BlockList, isIP } from "node:net";

/** The storages of uploads: a folder of the data directory, or a bucket with the S3 protocol. */
export const fileStorages = ["folder", "s3"] as const;

/** The settings of stored files, from the environment. */
export type FileSettings = {
  FILES: (typeof fileStorages)[number];
  S3_ENDPOINT?: string | undefined;
  S3_REGION?: string | undefined;
  S3_BUCKET?: string | undefined;
  S3_KEY_ID?: string | undefined;
  S3_KEY_SECRET?: string | undefined;
  S3_PATH_STYLE: boolean;
  PEPPER?: string | undefined;
};

const requiredSettings = ["S3_REGION", "S3_BUCKET", "S3_KEY_ID", "S3_KEY_SECRET"] as const;

const privateNetworks = new BlockList();
for (const [network, bits] of [
  ["10.0.0.0", 8],
  ["127.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  privateNetworks.addSubnet(network, bits, "ipv4");
privateNetworks.addAddress("::1", "ipv6");
privateNetworks.addSubnet("fc00::", 7, "ipv6");

/** Whether a host is in a private network, as names without a dot are. */
function isInternalHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const ipVersion = isIP(host);
  return ipVersion === 0 ? !host.includes(".") : privateNetworks.check(host, ipVersion === 6 ? "ipv6" : "ipv4");
}

function isSafeEndpoint(endpoint: string): boolean {
  const { protocol, hostname } = new URL(endpoint);
  return protocol === "https:" || isInternalHost(hostname);
}

/** The problems of the chosen storage's settings, each with the name of the setting. */
export function fileSettingProblems(settings: FileSettings): { name: keyof FileSettings; message: string }[] {
  if (settings.FILES === "folder") return [];
  const missing = requiredSettings
    .filter((name) => settings[name] === undefined)
    .map((name) => ({ name, message: "FILES=s3 needs it" }));
  const problems: { name: keyof FileSettings; message: string }[] = [...missing];
  if (settings.S3_ENDPOINT !== undefined && !isSafeEndpoint(settings.S3_ENDPOINT))
    problems.push({ name: "S3_ENDPOINT", message: "it has to be https, except in the private network" });
  if (settings.PEPPER === undefined)
    problems.push({ name: "PEPPER", message: "FILES=s3 needs it: a generated one is not known to other processes" });
  return problems;
}

/** The complete settings of a bucket. */
export type S3Settings = {
  /** Undefined: Amazon's endpoint of the region. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  keyId: string;
  keySecret: string;
  /** URLs have the bucket's name in the path, not in the host name. */
  isPathStyle: boolean;
};

/** The bucket's settings from the environment. @throws {Error} when one is missing or invalid, which `readEnv` reports earlier */
export function s3SettingsOf(settings: FileSettings): S3Settings {
  const [problem] = fileSettingProblems(settings);
  if (problem !== undefined) throw new Error(`${problem.name}: ${problem.message}`);
  return {
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION ?? "",
    bucket: settings.S3_BUCKET ?? "",
    keyId: settings.S3_KEY_ID ?? "",
    keySecret: settings.S3_KEY_SECRET ?? "",
    isPathStyle: settings.S3_PATH_STYLE,
  };
}
