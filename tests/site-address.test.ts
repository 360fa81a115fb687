/** The subdomain of a space: valid codes, uniqueness, and changes in all processes. */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner, type Person, superAdministrator } from "./support/people.ts";
import { launch, type Program } from "./support/program.ts";
import { readPage } from "./support/read-page.ts";
import { startServer } from "./support/server.ts";

/** A free port. With PUBLIC_URL the program does not report the port on which it listens. */
async function freePort(): Promise<string> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, "close");
  return String(port);
}

const [firstPort, secondPort, numericHostPort] = [await freePort(), await freePort(), await freePort()];
const targetAt = (port: string) => ({ url: `http://127.0.0.1:${port}` });
const server = {
  ...(await startServer({ PUBLIC_URL: "http://meridian.test", PORT: firstPort })),
  ...targetAt(firstPort),
};
const otherServer = targetAt(secondPort);
const numericHostServer = targetAt(numericHostPort);
const otherPrograms: Program[] = [];
beforeAll(async () => {
  const settings = { DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl };
  otherPrograms.push(await launch({ ...settings, PUBLIC_URL: "http://meridian.test", PORT: secondPort }));
  otherPrograms.push(await launch({ ...settings, PUBLIC_URL: "http://192.0.2.7:8080", PORT: numericHostPort }));
});
afterAll(() => Promise.all(otherPrograms.map((program) => program.stop())));

const changeCode = (person: Person, code: string) => client(server, person).send("POST paas/site/code", { code });
const read = ({ url }: Pick<Program, "url">, host: string, path = "/") =>
  readPage(url + path, { host, cookie: "locale_value=en" });
const tenantOf = async (program: Pick<Program, "url">, person: Person) => {
  const view = contentOf(await client(program, person).send("GET api/user/View"));
  return (view as { tenant: { sign: string; origin: string | null } }).tenant;
};
const backdateFormerCodes = (days: number) =>
  server.database.system((tx) =>
    tx.rows(sql`update former_site_code set given_up_at = given_up_at - make_interval(days => ${days})`),
  );

describe("a code", () => {
  it.each(["ab", "-abc", "abc-", "a--b", "xn--fiqs8s", "a_b", "a.b", "站点", "a b", "x".repeat(41), "", "<b>", "a/b"])(
    "B-377: is not %j",
    async (code) => expect((await changeCode(await newSpaceOwner(server), code)).status).toBe(422),
  );

  it.each(["www", "API", "admin", "meridian", "my-meridian", "localhost", "wpad"])(
    "is not %s, which is reserved, with the same response as for a taken one",
    async (code) => {
      const [owner, stranger] = [await newSpaceOwner(server), await newSpaceOwner(server)];
      const takenName = `taken-${stranger.accountId.slice(-6)}`;
      expect((await changeCode(owner, takenName)).status).toBe(200);
      const [reserved, takenAnswer] = [await changeCode(stranger, code), await changeCode(stranger, takenName)];
      expect([reserved.status, { ...reserved.body, requestId: "" }]).toEqual([
        409,
        { ...takenAnswer.body, requestId: "" },
      ]);
    },
  );

  it("is stored in one spelling and part of the origin of the site", async () => {
    const owner = await newSpaceOwner(server);
    const answer = await changeCode(owner, "  Harbour-One ");
    expect(contentOf(answer)).toEqual({ code: "harbour-one", origin: "http://harbour-one.meridian.test" });
    expect(await tenantOf(server, owner)).toMatchObject({
      sign: "harbour-one",
      origin: "http://harbour-one.meridian.test",
    });
    expect((await changeCode(owner, "harbour-one")).status).toBe(200);
    expect((await tenantOf(numericHostServer, owner)).origin).toBeNull();
  });

  it("of the platform cannot be changed", async () => {
    const platform = await superAdministrator(server);
    expect((await changeCode(platform, "another-name")).status).toBe(409);
    expect((await tenantOf(server, platform)).origin).toBe("http://meridian.test");
  });

  it("cannot be changed by a member who is not an administrator", async () => {
    const { tenantId } = await newSpaceOwner(server);
    expect((await changeCode(await newMember(server, tenantId), "members-own")).status).toBe(403);
  });

  it("is given to one of twenty concurrent requests", async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => newSpaceOwner(server)));
    const answers = await Promise.all(people.map((person) => changeCode(person, "wanted-by-all")));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)]);
  });
});

describe("a change", () => {
  it("applies at once here and without a restart in the other process, also for open sessions (T-18)", async () => {
    const owner = await newSpaceOwner(server);
    await changeCode(owner, "before-it");
    for (const program of [server, otherServer]) {
      await expect.poll(async () => (await read(program, "before-it.meridian.test")).status).toBe(200);
      expect((await tenantOf(program, owner)).sign).toBe("before-it");
    }
    expect((await changeCode(owner, "after-it")).status).toBe(200);
    expect((await read(server, "after-it.meridian.test")).status).toBe(200);
    expect((await read(server, "before-it.meridian.test")).status).toBe(404);
    const statusesInOtherServer = async () => [
      (await read(otherServer, "before-it.meridian.test")).status,
      (await read(otherServer, "after-it.meridian.test")).status,
    ];
    await expect.poll(statusesInOtherServer).toEqual([404, 200]);
    // The tenant header is checked against the session, which has the new code in both processes.
    for (const program of [server, otherServer]) {
      const answer = await client(program, owner).send("GET user/spaces", {}, { tenant: "after-it" });
      expect(answer.status, answer.text).toBe(200);
    }
  });

  it("reserves the old code for its owner for ninety days", async () => {
    const [owner, stranger] = [await newSpaceOwner(server), await newSpaceOwner(server)];
    await changeCode(owner, "moving-house");
    await changeCode(owner, "new-house");
    expect((await changeCode(stranger, "moving-house")).status).toBe(409);
    expect((await changeCode(owner, "moving-house")).status).toBe(200);
    expect((await changeCode(owner, "new-house")).status).toBe(200);
    await backdateFormerCodes(91);
    expect((await changeCode(stranger, "moving-house")).status).toBe(200);
    expect((await changeCode(owner, "moving-house")).status).toBe(409);
  });

  it("is possible five times a day", async () => {
    const owner = await newSpaceOwner(server);
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await changeCode(owner, `restless-${n}`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    await backdateFormerCodes(1);
    expect((await changeCode(owner, "restless-6")).status).toBe(200);
  });
});

describe("an unused subdomain", () => {
  it.each([
    ["zh", "编码不合法"],
    ["en", "There is no site at this address"],
  ])("B-233: is reported in %s on every path, with 404 and a link to the platform", async (locale, words) => {
    for (const path of [
      "/",
      "/news",
      "/paas/index",
      "/user/login",
      "/sitemap.xml",
      "/feed.xml",
      "/outer/api?token=x",
      "/404",
    ]) {
      const page = await readPage(server.url + path, {
        host: "nobody.meridian.test",
        cookie: `locale_value=${locale}`,
      });
      expect([path, page.status]).toEqual([path, 404]);
      expect(page.text).toContain(`<h1>`);
      expect(page.text.replace(/<wbr>|<\/?span[^>]*>/g, "")).toContain(words);
      expect(page.text).toContain('href="http://meridian.test/"');
    }
    const call = await readPage(`${server.url}/api/basic/challenge`, {
      host: "nobody.meridian.test",
      cookie: `locale_value=${locale}`,
    });
    expect([call.status, JSON.parse(call.text).msg]).toEqual([404, words]);
  });
});

it("has a canonical address without made-up ports, which share its cached pages", async () => {
  const owner = await newSpaceOwner(server);
  expect((await changeCode(owner, "made-up-ports")).status).toBe(200);
  const renderedCount = async () =>
    Number(/how="renderedPages"\} (\d+)/.exec((await readPage(`${server.url}/metrics`, {})).text)![1]);
  const { text } = await read(server, "made-up-ports.meridian.test:1");
  expect(text).toContain("http://made-up-ports.meridian.test/");
  expect(text).not.toContain("made-up-ports.meridian.test:1");
  const before = await renderedCount();
  for (let port = 2; port < 10; port += 1) await read(server, `made-up-ports.meridian.test:${port}`);
  expect(await renderedCount()).toBe(before);
});
