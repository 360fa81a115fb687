import { isIP } from "node:net";
import { platformCode } from "#kit/space.ts";
import { defineProbe, readTexts, type Symptom } from "../define-probe.server.ts";

/** Names for this machine and its network, on which http is usual. */
const isLocal = (hostname: string): boolean =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "127.0.0.1" ||
  hostname === "[::1]" ||
  !/[.:]/.test(hostname);

export default defineProbe({
  name: "public-url",
  title: "PUBLIC_URL is an address that visitors can use",
  async run({ client, env: { PUBLIC_URL, TRUST_PROXY } }) {
    if (PUBLIC_URL === undefined) return [];
    const { protocol, hostname, pathname, search, hash, username } = new URL(PUBLIC_URL);
    const symptoms: Symptom[] = [];
    if (pathname !== "/" || search !== "" || hash !== "" || username !== "")
      symptoms.push({
        problem: `PUBLIC_URL has more than scheme, host and port: ${PUBLIC_URL}`,
        mend: `Set it to ${protocol}//${hostname}`,
      });
    if (protocol === "http:" && !isLocal(hostname))
      symptoms.push({
        problem: `PUBLIC_URL is not encrypted (${PUBLIC_URL}): passwords and sessions can be read on the way.`,
        mend: "Put a proxy with a certificate in front, and set PUBLIC_URL to its https address.",
      });
    if (protocol === "https:" && TRUST_PROXY === undefined)
      symptoms.push({
        problem:
          "PUBLIC_URL is https, which the program does not speak itself, but no proxy is trusted: all visitors count as one network.",
        mend: "Set TRUST_PROXY to the address of the proxy, 127.0.0.1 for instance.",
      });
    if (isIP(hostname.replaceAll(/[[\]]/g, "")) !== 0 && !isLocal(hostname))
      symptoms.push({
        problem: `PUBLIC_URL names a number (${hostname}): spaces have no sites of their own.`,
        mend: "Set it to a host name, with a wildcard record for the sites of spaces.",
      });
    const codes = await readTexts(client, "select code as text from public.tenant where host = $1 and code <> $2", [
      hostname,
      platformCode,
    ]);
    if (codes.length > 0)
      symptoms.push({
        problem: `The host of PUBLIC_URL is assigned to the space ${codes[0]}.`,
        mend: `Run: update tenant set host = null where code = '${codes[0]}'; then restart.`,
      });
    return symptoms;
  },
});
