import { findEmailFault } from "#server/email/email.server.ts";
import { defineProbe } from "../define-probe.server.ts";

export default defineProbe({
  name: "email",
  title: "The mail server takes messages, if one is set",
  async run({ env }) {
    const fault = await findEmailFault(env);
    if (fault === undefined) return [];
    if (fault.isSignIn)
      return [
        {
          problem: `The mail server at SMTP_URL refuses the user or the password (${fault.reason}): no email is delivered.`,
          mend: "Set both as the provider names them, and write reserved characters of the password as %XX.",
        },
      ];
    return [
      {
        problem: `There is no encrypted connection to the mail server at SMTP_URL (${fault.reason}): no email is delivered.`,
        mend: "Compare scheme, host and port with what the provider names (smtps:// for a port that is encrypted from the start, smtp:// for STARTTLS), open the port, and use a name for which the certificate is valid.",
      },
    ];
  },
});
