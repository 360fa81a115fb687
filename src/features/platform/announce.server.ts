import { maskMobile } from "#kit/mobile.ts";
import type { Env } from "#server/env.server.ts";

/** The administrator whom the first start of a new database created; undefined on every other start. */
export type FirstStart = { mobile: string; oneTimePassword: string } | undefined;

/** Prints the addresses of the running server for the person at the terminal; not a log line, since no program reads it. */
export function announce({
  env,
  address,
  firstStart,
  isEmbedded,
}: {
  env: Env;
  address: string;
  firstStart: FirstStart;
  isEmbedded: boolean;
}): void {
  const url = env.PUBLIC_URL ?? address.replace(/\/\/(0\.0\.0\.0|127\.0\.0\.1|\[::1?\])/, "//localhost");
  const lines = [
    "",
    `  Meridian 经纬   ${url}`,
    `  API             ${url}/api/docs`,
    `  Database        ${isEmbedded ? `embedded PostgreSQL in ${env.DATA_DIR}` : "PostgreSQL at DATABASE_URL"}`,
    ...(firstStart === undefined
      ? [`  Administrator   ${maskMobile(env.ADMIN_MOBILE)} (own password and an authenticator app, or a code by SMS)`]
      : [
          `  Administrator   ${firstStart.mobile}`,
          `  Password        ${firstStart.oneTimePassword}   ${env.SMS_PROVIDER === "off" ? "(with an authenticator app; set your own password then)" : "(works once, with a code by SMS; set your own password then)"}`,
        ]),
    ...(env.SMS_PROVIDER === "outbox"
      ? [`  SMS             no provider set: codes appear here and at ${url}/dev/mailbox`]
      : []),
    ...(env.SMTP_URL === undefined ? ["  Email           no server set: emails are not sent"] : []),
    ...(env.VIRUS_SCANNER === undefined ? ["  Virus scan      no scanner set: uploads are not checked"] : []),
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}
