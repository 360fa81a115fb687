import { stat } from "node:fs/promises";
import { knownPepperIds } from "#server/identity/passwords.server.ts";
import type { Pepper } from "#server/process/secrets.server.ts";
import { generatedKeyFile } from "../../backup/key-file.server.ts";
import { defineProbe, type ProbeContext, readTexts, type Symptom } from "../define-probe.server.ts";

/** Fewer different characters than this are a pattern, not a secret. */
const minDifferent = 10;
/** Words of examples, which people copy. */
const exampleWords = /change[-_ ]?me|secret|password|example|default|12345678/i;

const isWeak = (secret: string): boolean => new Set(secret).size < minDifferent || exampleWords.test(secret);

const weakSecrets = ({ env }: ProbeContext): Symptom[] =>
  (["PEPPER", "METRICS_TOKEN", "ADMIN_SIGN"] as const)
    .filter((name) => env[name] !== undefined && isWeak(env[name]))
    .map((name) => ({
      problem: `${name} can be guessed.`,
      mend:
        name === "PEPPER"
          ? "Replace it as docs/operations.md says (Replacing the pepper), with: openssl rand -hex 32"
          : "Set it to: openssl rand -hex 16",
    }));

async function openKeyFile({ env, dataFolder }: ProbeContext): Promise<Symptom[]> {
  const file = generatedKeyFile(dataFolder);
  const stats = env.PEPPER === undefined ? await stat(file).catch(() => undefined) : undefined;
  return process.platform !== "win32" && stats !== undefined && (stats.mode & 0o077) !== 0
    ? [{ problem: `Others on this machine can read ${file}.`, mend: `Run: chmod 600 ${file}` }]
    : [];
}

/** Passwords that no key of the settings can check. */
async function strangePasswords(client: ProbeContext["client"], pepper: Pepper): Promise<Symptom[]> {
  const [count] = await readTexts(
    client,
    "select count(*)::text as text from public.account where password_hash is not null and left(password_hash, 8) <> all($1::text[])",
    [knownPepperIds(pepper)],
  );
  return count === "0"
    ? []
    : [
        {
          problem: `${count} passwords were hashed with another key (PEPPER) than this installation has: their owners cannot sign in with them.`,
          mend: "Set PEPPER, or PEPPER_PREVIOUS, to the key that was used; it may be in DATA_DIR/pepper of the former machine or in the .key file of a backup.",
        },
      ];
}

export default defineProbe({
  name: "secrets",
  title: "Secrets are strong, private and the right ones",
  async run(context) {
    const { client, pepper, env } = context;
    const defaults = await readTexts(
      client,
      "select mobile as text from public.account where is_super_admin and password_is_one_time and password_hash is not null and created_at < now() - interval '7 days'",
    );
    const isPublic = env.PUBLIC_URL?.startsWith("https://") === true;
    return [
      ...weakSecrets(context),
      ...(await openKeyFile(context)),
      ...(pepper === undefined ? [] : await strangePasswords(client, pepper)),
      ...defaults.map((mobile) => ({
        problem: `The administrator ${mobile} has never replaced the password that the first start printed.`,
        mend: "Sign in with it and set your own at /paas/user/setting.",
      })),
      ...(isPublic && env.MAILBOX === "open"
        ? [
            {
              problem: "MAILBOX=open shows every sign-in code to everybody.",
              mend: "Remove MAILBOX, and name an SMS provider.",
            },
          ]
        : []),
    ];
  },
});
