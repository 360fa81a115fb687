/** Themes: their tokens on pages, and what administrators do with them. */
import { beforeAll, describe, expect, it } from "vitest";
import { themeCss } from "#render/page/style.ts";
import { client } from "./support/client.ts";
import { newSpaceOwner } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { call, send } = client(server, owner);
type Saved = { id: string; version: number; name: { en: string }; theme: string };

let host = "";
beforeAll(async () => {
  const hostName = await siteHost(server, owner);
  host = hostName;
});

const readHtml = async (path: string) => (await readPage(`${server.url}${path}?language=en`, { host })).text;
const rows = async (type: string) => (await call("GET Api/{type}/QueryList", { type })) as Saved[];
const addTheme = async (name: string, tokens: object = {}) =>
  (await call("POST Api/{type}/QueryAdd", { type: "theme", name: sameText(name), ...tokens } as never)) as Saved;
const run = (command: string, id: string) => send("POST Api/{type}/Command", { type: "theme", command, ids: [id] });

/** Adds a draft with one title; without one, an empty page. */
async function addPage(path: string, theme: string, heading?: string): Promise<string> {
  const row = { type: "page", path, title: sameText(path), theme };
  const { id } = (await call("POST Api/{type}/QueryAdd", row as never)) as Saved;
  if (heading === undefined) return id;
  const value = { eyebrow: null, heading: sameText(heading), lead: null };
  const after = { kind: "widget", id: "wd_aaaaaaaaaa", order: "a0", name: "page-title", value };
  await call("POST api/sitepage/save", {
    diyPageInfo: { pageId: id },
    baseRev: 0,
    changes: [{ id: after.id, after }],
  } as never);
  return id;
}

describe("the tokens of a theme", () => {
  it("are colours, numbers within limits and keys of closed lists, whatever is sent", async () => {
    const theme = (tokens: object) =>
      send("POST Api/{type}/QueryAdd", { type: "theme", name: sameText("Bad"), ...tokens });
    const hostile = "none}body{display:none";
    const refused = await Promise.all(
      [
        { shadow: hostile },
        { motion: hostile },
        { space: "2" },
        { headingFonts: `x";}@import url(//sink.test)` },
        { brandDark: "url(//sink.test)" },
        { textSize: 40 },
        { radius: 400 },
        { css: hostile },
      ].map(theme),
    );
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 422));
    // What is stored nevertheless does not become CSS.
    expect(
      themeCss({ shadow: hostile, motion: hostile, space: hostile, headingFonts: hostile, textSize: Number.NaN }),
    ).toBe("");
  });

  it("show on published pages: type, space, shadow, motion and the colours of dark mode", async () => {
    const { id } = await addTheme("Bold", {
      brandDark: "#ffd166",
      headingFonts: "serif",
      headingSize: "huge",
      headingWeight: "bold",
      textSize: 18,
      space: "generous",
      radius: 20,
      shadow: "soft",
      motion: "none",
    });
    expect((await run("makeCurrent", id)).status).toBe(200);
    await expect.poll(() => readHtml("/index")).toContain("--brand:#ffd166");
    const html = await readHtml("/index");
    for (const token of [
      "--heading-scale:1.3",
      "--heading-weight:700",
      "--text-scale:1.125",
      "--space:1.25",
      "--r:20px",
    ])
      expect(html).toContain(token);
    expect(html).toContain("animation:none!important");
    expect(html).toMatch(/:root\{[^}]*--display:Georgia/);
    expect(html.split("--brand:#ffd166")).toHaveLength(3);
  });
});

describe("a theme", () => {
  it("becomes that of the site with the pages that come with it, all or none, and the site's history names both", async () => {
    const theme = await addTheme("Festival");
    await addPage("/festival", theme.id, "Lanterns tonight");
    const empty = await addPage("/empty", theme.id);
    const refused = await run("makeCurrent", theme.id);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("/empty")]);
    expect((await rows("site"))[0]!.theme).not.toBe(theme.id);
    await call("DELETE Api/{type}/QueryDelete", { type: "page", id: empty });

    const done = await run("makeCurrent", theme.id);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining("with 1 page published")]);
    await expect.poll(() => readHtml("/festival")).toContain("Lanterns tonight");
    const again = await run("makeCurrent", theme.id);
    expect([again.status, again.text]).toEqual([409, expect.stringContaining("already")]);
    const { id } = (await rows("site"))[0]!;
    const history = JSON.stringify(await call("GET Api/{type}/QueryHistory", { type: "site", id } as never));
    expect(history).toContain(theme.id);
  });

  it("is duplicated with its tokens under a name of its own, which can be changed", async () => {
    const theme = await addTheme("A name that is forty characters long ok!", { brand: "#1d4ed8", radius: 9 });
    expect((await run("duplicate", theme.id)).status).toBe(200);
    const copy = (await rows("theme")).find(({ name }) => name.en.endsWith("copy"))!;
    expect(copy).toMatchObject({ brand: "#1d4ed8", radius: 9, name: { en: expect.stringMatching(/^.{40}$/) } });
    const renamed = await send("POST Api/{type}/QueryUpdate", {
      type: "theme",
      id: copy.id,
      version: copy.version,
      name: sameText("Copy"),
    });
    expect(renamed.status).toBe(200);
  });

  it("goes to the trash with its pages while the site has another one, and both come back", async () => {
    const theme = await addTheme("Short-lived");
    const page = await addPage("/short", theme.id, "Soon gone");
    const current = (await rows("site"))[0]!.theme;
    const refused = await run("deleteWithPages", current);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("The site has this theme")]);
    expect((await run("deleteWithPages", theme.id)).status).toBe(200);
    expect((await rows("theme")).map(({ id }) => id)).not.toContain(theme.id);
    expect((await rows("page")).map(({ id }) => id)).not.toContain(page);
    for (const [type, id] of [
      ["theme", theme.id],
      ["page", page],
    ] as const)
      expect((await send("POST Api/{type}/RestoreDeleted", { type, ids: [id] })).status).toBe(200);
    expect((await rows("page")).map(({ id }) => id)).toContain(page);
  });

  it("is the business of administrators of its space", async () => {
    const stranger = client(server, await newSpaceOwner(server));
    const [theme] = await rows("theme");
    for (const command of ["makeCurrent", "duplicate", "deleteWithPages"])
      expect(
        (await stranger.send("POST Api/{type}/Command", { type: "theme", command, ids: [theme!.id] })).status,
      ).toBe(404);
    expect(
      (await client(server).send("POST Api/{type}/Command", { type: "theme", command: "duplicate", ids: [theme!.id] }))
        .status,
    ).toBe(401);
  });
});
