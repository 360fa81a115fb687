/** The examples of `deployment`: they name settings, files and ports that there are, and the tools that read them accept them where they are installed. */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { readEnv, settingNames } from "#server/env.server.ts";
import { matches, proxyConfiguration, readExample as read, settingsIn, unitSettings } from "./support/deployment.ts";
import { temporaryFolder } from "./support/operation.ts";

const isInstalled = (tool: string) => spawnSync("which", [tool]).status === 0;
const files = readdirSync("deployment");
const environmentFile = settingsIn(read("meridian.env"));

it("every setting that the examples name is one that the program reads", () => {
  const compose = read("compose.yaml");
  const named = [
    ...Object.keys(environmentFile),
    ...Object.keys(unitSettings(3000)),
    ...matches(compose.slice(compose.indexOf("meridian-1:")), /^ {6}([A-Z][A-Z_]+):/gm),
    ...matches(read("Dockerfile"), /^ENV (.+)$/gm).flatMap((line) =>
      line.split(" ").map((entry) => entry.split("=")[0]!),
    ),
  ];
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !settingNames.includes(name))).toEqual([]);
});

it("the program accepts the settings of the environment file and the unit", () => {
  const env = readEnv({ ...environmentFile, ...unitSettings(3000) });
  expect(env).toMatchObject({ HOST: "127.0.0.1", PORT: 3000, TRUST_PROXY: "127.0.0.1" });
  expect(env.PEPPER).toBeUndefined();
});

it("every file that the examples copy or start is there", () => {
  const started = files.flatMap((name) => matches(read(name), /\b(dist\/server\/[\w.-]+\.js)/g));
  const copied = matches(read("Dockerfile"), /^COPY ([^-].*) \S+$/gm).flatMap((line) => line.split(" "));
  expect(started.length).toBeGreaterThan(2);
  expect([...started, ...copied].filter((file) => !existsSync(file))).toEqual([]);
  const scripts = (JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> }).scripts;
  expect(matches(read("Dockerfile"), /npm run (\w+)/g).filter((name) => scripts[name] === undefined)).toEqual([]);
  expect(read("meridian@.service")).toContain("/node_modules/node/bin/node");
  expect(existsSync("node_modules/node/bin/node")).toBe(true);
});

it("the proxy, the containers and the pooler agree about ports", () => {
  const upstream = matches(read("nginx.conf"), /^ *server 127\.0\.0\.1:(\d+) /gm);
  expect(upstream).toEqual(["3000", "3001"]);
  expect(matches(read("compose.yaml"), /"127\.0\.0\.1:(\d+):3000"/g)).toEqual(upstream);
  expect(read("meridian@.service")).toContain(`meridian@${upstream[0]} meridian@${upstream[1]}`);
  const pooler = read("pgbouncer.ini");
  expect(new URL(environmentFile.DATABASE_URL!).port).toBe(matches(pooler, /^listen_port = (\d+)$/gm)[0]);
  expect(new URL(environmentFile.DATABASE_DIRECT_URL!).port).toBe(matches(pooler, /^meridian = .*port=(\d+) /gm)[0]);
  expect(pooler).toContain("pool_mode = transaction");
});

it("the proxy names the visitor itself, and gives a request to the other process only when that is safe", () => {
  const proxy = read("nginx.conf");
  expect(proxy).toContain("proxy_set_header X-Forwarded-For $remote_addr;");
  expect(proxy).toContain("proxy_set_header X-Forwarded-Proto $scheme;");
  expect(matches(proxy, /^ *proxy_next_upstream (.+);$/gm)).toEqual(["error timeout"]);
  // As the program itself limits forms with files (src/app.server.ts).
  expect(readFileSync("src/app.server.ts", "utf8")).toContain("fileSize: megabytes(20)");
  expect(proxy).toContain("client_max_body_size 21m;");
});

it("docs/operations.md says what each example is for", () => {
  const text = readFileSync("docs/operations.md", "utf8");
  const shown = files.filter((name) => !name.endsWith(".dockerignore"));
  expect(shown.filter((name) => !text.includes(`deployment/${name}`))).toEqual([]);
});

it("the units have sections and settings only, and systemd accepts them where it is installed", async () => {
  const folder = await temporaryFolder();
  for (const file of globSync("deployment/*.{service,timer}")) {
    const text = readFileSync(file, "utf8");
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    expect(lines.filter((line) => !/^(\[(Unit|Service|Timer|Install)\]|[A-Z]\w+=\S.*)$/.test(line))).toEqual([]);
    const name = path.basename(file).replace("@.", "@3000.");
    await writeFile(path.join(folder, name), text.replaceAll("/opt/meridian", process.cwd()));
  }
  if (!isInstalled("systemd-analyze")) return;
  const units = readdirSync(folder).map((name) => path.join(folder, name));
  const verified = spawnSync("systemd-analyze", ["verify", ...units], { encoding: "utf8" });
  expect(verified.stderr.split("\n").filter((line) => line.includes(folder))).toEqual([]);
});

it("the configuration of the proxy has directives and blocks only, and nginx accepts it where it is installed", async () => {
  const lines = read("nginx.conf")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  expect(
    lines.filter(
      (line) =>
        !/^([\w-]+( [^;{}]+)? \{( .+; )?\}?|[\w-]+ [^;{}]*;|\}|location = \/metrics \{ return 404; \})$/.test(line),
    ),
  ).toEqual([]);
  expect(matches(lines.join("\n"), /(\{)/g).length).toBe(matches(lines.join("\n"), /(\})/g).length);
  if (!isInstalled("nginx") || !isInstalled("openssl")) return;
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, "nginx.conf"), proxyConfiguration(folder).text);
  const tested = spawnSync("nginx", ["-t", "-p", folder, "-c", path.join(folder, "nginx.conf")], { encoding: "utf8" });
  expect(tested.status, tested.stderr).toBe(0);
});
