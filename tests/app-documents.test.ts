/** App documents: the same bytes for everybody at the same URL, and no data of space B in a document under the host of space A. */
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { areas, autoPages } from "#kit/app-pages.ts";
import { appScreens } from "#kit/app-screens.ts";
import { firstSegmentsOf } from "#kit/screen-paths.ts";
import { pagesOf, redirectsOf, routesOf } from "#kit/screens.ts";
import { addPage } from "#records/site/add-page.server.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import { pages } from "../seed/pages.ts";
import { newMember, newSpaceOwner, type Person, superAdministrator } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { makeRows } from "./support/rows.ts";
import { programIn } from "./support/registries.ts";
import { sharedServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

const canary = "canary-of-b";
const server = await sharedServer();
let people: Record<string, Person | undefined>;
let hostOfA: string;
let hostOfB: string;
let rowsOfB: Awaited<ReturnType<typeof makeRows>>;

/** Every path of the app, with values for its parameters. */
const routePaths = [...redirectsOf(appScreens), ...routesOf(appScreens)]
  .filter(({ path }) => !path.startsWith(":"))
  .map(
    ({ path }) =>
      `/${path
        .replace(/:\w+\?/g, "")
        .replace(/:type/g, "news")
        .replace(/:\w+/g, "x")
        .replace(/\*/g, "any/where")}`,
  );
/** The auto pages of every entity, each in one area: the areas take turns, because entities and areas are parameters of the same routes. */
const autoPaths = codeEntities.flatMap(({ type }, index) => {
  const area = `/${areas[index % areas.length]}/`;
  return autoPages(type).flatMap(({ path }) => (path.startsWith(area) ? [path] : []));
});
const appPaths = [
  ...new Set([
    ...firstSegmentsOf(appScreens).flatMap((prefix) => [`/${prefix}`, `/${prefix}/any/where`]),
    ...pagesOf(appScreens).map(({ path }) => path),
    ...autoPaths,
    ...routePaths,
  ]),
];

const read = (
  path: string,
  {
    host,
    person,
    locale = "en",
    headers,
  }: { host?: string; person?: Person | undefined; locale?: string; headers?: Record<string, string> } = {},
) =>
  readPage(server.url + path, {
    cookie: [`locale_value=${locale}`, ...(person === undefined ? [] : [`sid=${person.token}`, "signed_in=1"])].join(
      "; ",
    ),
    ...(host === undefined ? {} : { host }),
    ...headers,
  });
/** Browsers get the pages compressed, which are the same bytes if their content is the same. */
const compressed = { "accept-encoding": "gzip" };
const hostOf = async ({ tenantId }: Person) => {
  const hostName = await siteHost(server, { tenantId });
  return hostName;
};
/** Adds the pages of the demonstration site to a space. Together they contain every widget that reads rows. */
const addSite = ({ tenantId }: Person) =>
  server.database.tenant(tenantId, async (tx) => {
    for (const page of pages.filter(({ path }) => path !== "/index")) await addPage(tx, programIn(tenantId), page);
  });

beforeAll(async () => {
  const [ownerOfA, ownerOfB] = [await newSpaceOwner(server), await newSpaceOwner(server)];
  people = {
    "an anonymous visitor": undefined,
    "a member of A": await newMember(server, ownerOfA.tenantId),
    "the administrator of A": ownerOfA,
    "the administrator of B": ownerOfB,
    "the platform's administrator": await superAdministrator(server),
  };
  [hostOfA, hostOfB] = [await hostOf(ownerOfA), await hostOf(ownerOfB)];
  await addSite(ownerOfA);
  await addSite(ownerOfB);
  await makeRows(server, ownerOfA.tenantId, "own");
  rowsOfB = await makeRows(server, ownerOfB.tenantId, canary);
});

describe.each(["zh", "en"])("in %s", (locale) => {
  it(`B-014, T-01: ${appPaths.length} paths of the app are the same bytes for everybody on every host`, async () => {
    for (const path of appPaths) {
      const { bytes: shell } = await read(path, { locale, headers: compressed });
      expect([path, gunzipSync(shell).includes('<div id="root">')]).toEqual([path, true]);
      for (const [name, person] of Object.entries(people)) {
        const { status, bytes, headers } = await read(path, {
          person,
          locale,
          host: name.endsWith("of A") ? hostOfA : "localhost",
          headers: compressed,
        });
        expect([path, name, status, bytes.equals(shell)]).toEqual([path, name, 200, true]);
        expect([path, name, headers["set-cookie"]]).toEqual([path, name, undefined]);
      }
    }
  });

  it("T-01, T-54: no document under A's host contains data of B, except for B's own administrator, and B's own documents do", async () => {
    const fixedPaths = [
      "/",
      "/sitemap.xml",
      "/robots.txt",
      "/feed.xml",
      "/404",
      "/505",
      "/nowhere",
      "/api/docs",
      "/api/openapi.json",
      rowsOfB.path,
      `/news/edit?id=${rowsOfB.news}`,
      `/wiki${rowsOfB.path}`,
      `/html?method=contract&id=${rowsOfB.path.replace(/\D+/g, "")}`,
      "/news?q=canary",
      "/wiki?q=canary",
      "/news?page=2",
      `/outer/api?token=${rowsOfB.snapshot}`,
    ];
    const documents = [...fixedPaths, ...pages.map(({ path }) => path.replace(/\{\w+\}/, rowsOfB.path.slice(1)))];
    const pathsWithCanary = [];
    for (const path of documents) {
      for (const [name, person] of Object.entries(people)) {
        const { text, headers } = await read(path, { person, locale, host: hostOfA });
        // The description of the API names the data views of the caller's space, on whichever host they ask.
        const isForCaller = path === "/api/openapi.json" && name === "the administrator of B";
        expect([path, name, (text + JSON.stringify(headers)).includes(canary)]).toEqual([path, name, isForCaller]);
        if (isForCaller) expect(headers["cache-control"]).toBe("no-store");
      }
      if ((await read(path, { locale, host: hostOfB })).text.includes(canary)) pathsWithCanary.push(path);
    }
    expect(pathsWithCanary).toEqual(
      expect.arrayContaining([
        "/news",
        "/feed.xml",
        rowsOfB.path,
        `/news/edit?id=${rowsOfB.news}`,
        `/wiki${rowsOfB.path}`,
      ]),
    );
  });

  it("T-01: the share image of a page of B is not found under A's host", async () => {
    const shareImage = (host: string, page: string) => read(`/share.png?page=${page}&language=${locale}`, { host });
    const [ofA, ofB] = [await shareImage(hostOfA, rowsOfB.path), await shareImage(hostOfB, rowsOfB.path)];
    expect([ofA.status, ofB.status, ofB.headers["content-type"]]).toEqual([404, 200, "image/png"]);
    const missing = await shareImage(hostOfA, "/missing");
    expect([ofA.headers.etag, ofA.text]).toEqual([missing.headers.etag, missing.text]);
    expect(JSON.stringify(ofB.headers)).not.toContain(canary);
  });
});
