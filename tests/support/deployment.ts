/** The examples of `deployment`, as they are used where they are tried: only with other ports, paths and passwords. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

export const readExample = (name: string): string => readFileSync(path.join("deployment", name), "utf8");

/** The first groups of all matches. */
export const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, group]) => group!);

/** The settings of a file with a line for each. */
export const settingsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split("\n")
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );

/** The settings that the unit adds to the environment file, for the process of a port. */
export const unitSettings = (port: number): Record<string, string> =>
  Object.fromEntries(
    matches(readExample("meridian@.service"), /^Environment=(.+)$/gm)
      .flatMap((line) => line.split(" "))
      .map((entry) => entry.replace("%i", String(port)).split("=") as [string, string]),
  );

/**
 * The configuration of nginx with the example as its site, a certificate of its own, and all files in `folder`.
 * @param ports of the proxy, for http and https, and of the processes behind it; by default those of the example
 * @returns the text of the configuration, and the path of the certificate for example.com
 */
export function proxyConfiguration(
  folder: string,
  ports?: { http: number; https: number; processes: readonly number[] },
): { text: string; certificate: string } {
  const [key, certificate] = [path.join(folder, "key.pem"), path.join(folder, "certificate.pem")];
  const name = ["-subj", "/CN=example.com", "-addext", "subjectAltName=DNS:example.com,DNS:*.example.com"];
  const options = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...name];
  execFileSync("openssl", ["req", ...options, "-keyout", key, "-out", certificate], { stdio: "ignore" });
  let site = readExample("nginx.conf")
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`);
  if (ports !== undefined) {
    const server = /^ *server 127\.0\.0\.1:\d+( .*)?;\n/m.exec(site)!;
    const servers = ports.processes.map((port) => server[0].replace(/:\d+/, `:${port}`)).join("");
    site = site
      .replaceAll(/^ *server 127\.0\.0\.1:\d+.*\n/gm, (line) => (line === server[0] ? servers : ""))
      .replace("listen 80 ", `listen 127.0.0.1:${ports.http} `)
      .replace("listen 443 ", `listen 127.0.0.1:${ports.https} `);
  }
  const temporaryPaths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  // Debian's defaults beside the site.
  const text = `worker_processes auto; pid ${folder}/pid; error_log stderr; events { worker_connections 768; }
http { access_log off; ${temporaryPaths.join(" ")}
${site}}`;
  return { text, certificate };
}
