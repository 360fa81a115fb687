import { pino } from "pino";

declare module "#kit/call.ts" {
  interface Services {
    log: Logger;
  }
}

/** Values under these names are never logged, up to three levels deep. */
const secretNames = [
  "password",
  "payPassword",
  "payPassWord",
  "verifyCode",
  "token",
  "ticket",
  "authorization",
  "cookie",
];

export type Logger = ReturnType<typeof pino>;

/** The process's logger: JSON lines on standard output. */
export function createLog(level: string): Logger {
  const paths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino({ level, base: null, redact: { paths, censor: "[redacted]" } });
}
