/** Themes of the market with pages: one space offers them, another takes, updates and undoes them. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { contentOf } from "./support/client.ts";
import { featureWith, heading, marketReviewer, marketSpace } from "./support/market.ts";
import { grant, roleFactories, sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const [maker, taker, reviewer] = await Promise.all([marketSpace(server), marketSpace(server), marketReviewer(server)]);
type Space = typeof maker;
type Update = CallOutput<"GET Api/Market/ThemeUpdate">;
type Page = { id: string; path: string; title: { zh: string; en: string }; status: string; theme: string | null };

const row = async <T>(space: Space, type: string, id: string) =>
  (await space.call("GET Api/{type}/QueryById", { type, id })) as T & { version: number };
const pagesOf = async (space: Space, themeId: string) => {
  const pages = (await space.call("GET Api/{type}/QueryList", { type: "page" })) as Page[];
  return pages.filter(({ theme }) => theme === themeId).toSorted((one, other) => one.path.localeCompare(other.path));
};
const wordsOn = async (space: Space, pageId: string) => {
  const records = Object.values(await space.records(pageId)) as {
    order: string;
    value: { heading?: { en: string } };
  }[];
  return records.toSorted((one, other) => (one.order < other.order ? -1 : 1)).map(({ value }) => value.heading?.en);
};
const change = async (space: Space, pageId: string, ...records: { id: string; value?: object }[]) => {
  const { rev } = contentOf(
    await space.send("POST Api/SitePage/GetPageInfo", { id: pageId, diyPageInfo: {} }),
  ) as CallOutput<"POST Api/SitePage/GetPageInfo">;
  const changes = records.map((after) => ({ id: after.id, after }));
  await space.call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: rev, changes });
};
const setTheme = async (space: Space, id: string, values: object) => {
  const { version } = await row(space, "theme", id);
  await space.call("POST Api/{type}/QueryUpdate", { type: "theme", id, version, ...values } as never);
};
const updateOf = async (space: Space, themeId: string) =>
  (await space.call("GET Api/Market/ThemeUpdate", { themeId })) as Update;

/** Offers a theme with two pages and has it accepted. */
async function offered(name: string) {
  const theme = { type: "theme", name: sameText(name), brand: "#1d4ed8", radius: 12 };
  const { id: themeId } = (await maker.call("POST Api/{type}/QueryAdd", theme as never)) as { id: string };
  const picture = await maker.picture("#24680a");
  const home = await maker.page([
    heading("wd_titletitle", "首页", "Home words"),
    featureWith("wd_featurefea", picture),
  ]);
  // Record ids are those of the other page, as on a copy of it.
  const about = await maker.page([heading("wd_titletitle", "关于", "About words")]);
  const paths = await Promise.all([home, about].map(async (id) => (await row<Page>(maker, "page", id)).path));
  const { id } = await maker.offer({ kind: "theme", themeId, pageIds: [home, about], name: sameText(name) });
  expect((await reviewer.decide(id, "accept")).status).toBe(200);
  return { id, themeId, home, about, paths, picture };
}
/** Offers the next edition of a theme with these pages. */
async function nextEdition({ id, themeId }: { id: string; themeId: string }, pageIds: string[]) {
  await maker.offer({ kind: "theme", themeId, pageIds, itemId: id });
  expect((await reviewer.decide(id, "accept")).status).toBe(200);
}

describe("a theme with pages", () => {
  it("is taken as a theme and drafts that are only in it, with files of their own, and nothing of the space changes", async () => {
    const { id, paths, picture } = await offered("Harbour");
    const [entry] = await taker.list({ kind: "theme", keyword: "Harbour" });
    expect(entry).toMatchObject({ id, pages: 2, records: 3, languages: ["zh", "en"], colors: { brand: "#1d4ed8" } });
    const clash = { type: "page", path: paths[0], title: sameText("Mine"), description: sameText("Mine") };
    const { id: mine } = (await taker.call("POST Api/{type}/QueryAdd", clash as never)) as { id: string };

    const { themeId, pages } = await taker.take(id);
    expect(pages!.map(({ path }) => path)).toEqual(paths.toSorted());
    const drafts = await pagesOf(taker, themeId!);
    expect(drafts.map(({ path, status }) => [path, status])).toEqual(paths.toSorted().map((path) => [path, "draft"]));
    expect(await row(taker, "theme", themeId!)).toMatchObject({ brand: "#1d4ed8", radius: 12 });
    expect(await row(taker, "page", mine)).toMatchObject({ path: paths[0], theme: null, version: 1 });
    const home = drafts.find(({ path }) => path === paths[0])!;
    const records = Object.values(await taker.records(home.id)) as { value: { image?: string }; origin?: object }[];
    expect(records.map(({ origin }) => origin)).toEqual(
      records.map(() => expect.objectContaining({ item: id, edition: 1 })),
    );
    const image = records.flatMap(({ value }) => value.image ?? [])[0]!;
    expect(image).toMatch(/^\/files\//);
    expect(image).not.toBe(picture);
    expect((await fetch(server.url + image)).status).toBe(200);

    // One step takes all of it back.
    await taker.call("POST Api/{type}/Command", { type: "theme", command: "deleteWithPages", ids: [themeId!] });
    expect(await pagesOf(taker, themeId!)).toEqual([]);
    expect((await taker.send("GET Api/{type}/QueryById", { type: "theme", id: themeId! })).status).toBe(404);
    expect(await row(taker, "page", mine)).toMatchObject({ path: paths[0] });
  });

  it("is taken without its pages by whoever wants the look alone, and with them by people who may add pages only", async () => {
    const { id, themeId: source, home, about } = await offered("Look alone");
    const { themeId } = (await taker.call("POST Api/Market/Take", { id, withPages: false })) as { themeId: string };
    expect(await pagesOf(taker, themeId)).toEqual([]);
    const { memberWith } = roleFactories(server, taker.owner);
    const designer = await memberWith([grant("page", ["read", "update"]), grant("theme", ["read", "add"])]);
    expect((await designer.send("POST Api/Market/Take", { id })).status).toBe(403);
    expect((await designer.send("POST Api/Market/Take", { id, withPages: false })).status).toBe(200);
    // A later edition with another page brings that, and not those that were not taken.
    await change(maker, home, heading("wd_titletitle", "新", "New home"));
    const third = await maker.page([heading("wd_titletitle", "三", "Third words")]);
    await nextEdition({ id, themeId: source }, [home, about, third]);
    const { later } = await updateOf(taker, themeId);
    expect(later!.pages).toMatchObject([{ before: null, title: expect.stringContaining("Market page") }]);
    await taker.call("POST Api/Market/UpdateTheme", { themeId, edition: 2 });
    expect(await pagesOf(taker, themeId)).toHaveLength(1);
  });

  it("is answered again for the same key, with the same theme and pages", async () => {
    const { id } = await offered("Once only");
    const key = { "idempotency-key": crypto.randomUUID() };
    const first = contentOf(await taker.send("POST Api/Market/Take", { id }, key)) as { themeId: string };
    expect(contentOf(await taker.send("POST Api/Market/Take", { id }, key))).toEqual(first);
    expect(await pagesOf(taker, first.themeId)).toHaveLength(2);
  });

  it("is previewed as a site of its own, whose links lead to the previews of its pages", async () => {
    const { id, paths } = await offered("Shown pages");
    const html = async (path?: string) =>
      (
        await fetch(`${server.url}/outer/market?id=${id}${path === undefined ? "" : `&page=${path}`}&language=en`)
      ).text();
    expect(await html()).toContain("Home words");
    expect(await html()).toContain("--brand:#1d4ed8");
    expect(await html()).toContain(`/outer/market?id=${id}&amp;page=${encodeURIComponent(paths[1]!)}`);
    expect(await html(paths[1])).toContain("About words");
    expect((await fetch(`${server.url}/outer/market?id=${id}&page=/nowhere`)).status).toBe(404);
  });

  it("waits for its review with the number of its pages and the addresses to which they lead, unseen by others", async () => {
    const { id: themeId } = (await maker.call("POST Api/{type}/QueryAdd", {
      type: "theme",
      name: sameText("Waiting"),
    } as never)) as { id: string };
    const text = { zh: "[外](https://elsewhere.test/)", en: "[Out](https://elsewhere.test/)" };
    const page = await maker.page([
      { ...heading("wd_titletitle", "一", "One"), name: "rich-text", value: { heading: sameText("H"), text } },
    ]);
    const { id } = await maker.offer({ kind: "theme", themeId, pageIds: [page], name: sameText("Waiting") });
    const submission = (await reviewer.submissions()).find((found) => found.id === id)!;
    expect(submission).toMatchObject({ pages: 1, links: ["https://elsewhere.test/"] });
    expect((await fetch(`${server.url}/outer/market?id=${id}`)).status).toBe(404);
    const waiting = await fetch(`${server.url}${submission.url}&language=en`);
    expect([waiting.status, await waiting.text()]).toEqual([200, expect.stringContaining("elsewhere.test")]);
    expect((await taker.send("POST Api/Market/Take", { id })).status).toBe(404);
  });
});

describe("a later edition of a theme", () => {
  it("changes tokens and pages in one step, keeps what was changed here, and is undone in one step", async () => {
    const { id, themeId: source, home, about, paths } = await offered("Editions");
    const { themeId } = await taker.take(id);
    const [mine, other] = (await pagesOf(taker, themeId!)).toSorted((one) => (one.path === paths[0] ? -1 : 1));
    expect(await updateOf(taker, themeId!)).toEqual({ undo: null, later: null });
    // Changed here: the radius and the words of the second page.
    await setTheme(taker, themeId!, { radius: 4 });
    const [record] = Object.values(await taker.records(other!.id)) as { id: string; value: object }[];
    await change(taker, other!.id, { ...record!, value: { ...record!.value, heading: sameText("My words") } });

    await setTheme(maker, source, { brand: "#7a1f3d" });
    await change(maker, home, heading("wd_titletitle", "新", "New home"));
    const third = await maker.page([heading("wd_titletitle", "三", "Third words")]);
    await nextEdition({ id, themeId: source }, [home, about, third]);
    const { path: thirdPath } = await row<Page>(maker, "page", third);
    // The address of the new page is taken here, in this theme.
    const own = { type: "page", path: thirdPath, title: sameText("Own"), description: sameText("Own"), theme: themeId };
    await taker.call("POST Api/{type}/QueryAdd", own as never);

    const { later } = await updateOf(taker, themeId!);
    expect(later).toMatchObject({ id, name: "Editions", edition: 1, latest: 2, isBaseKnown: true });
    expect(later!.tokens).toEqual([{ name: "brand", before: "#1d4ed8", after: "#7a1f3d" }]);
    expect(later!.pages.map(({ path, before }) => [path, before === null])).toEqual([
      [paths[0], false],
      [thirdPath, true],
    ]);
    expect(JSON.stringify(later!.pages[0]!.before)).toContain("Home words");
    expect(JSON.stringify(later!.pages[0]!.after)).toContain("New home");

    const updated = (await taker.call("POST Api/Market/UpdateTheme", {
      themeId: themeId!,
      edition: 2,
    })) as CallOutput<"POST Api/Market/UpdateTheme">;
    expect(updated).toMatchObject({
      edition: 2,
      changed: 1,
      added: [{ path: `${thirdPath}-2`, wantedPath: thirdPath }],
    });
    expect(await row(taker, "theme", themeId!)).toMatchObject({ brand: "#7a1f3d", radius: 4 });
    expect(await wordsOn(taker, mine!.id)).toEqual(["New home", "Feature"]);
    expect(await wordsOn(taker, other!.id)).toEqual(["My words"]);
    expect(await wordsOn(taker, updated.added[0]!.id)).toEqual(["Third words"]);
    expect(await updateOf(taker, themeId!)).toEqual({ undo: 1, later: null });
    const again = await taker.send("POST Api/Market/UpdateTheme", { themeId: themeId!, edition: 2 });
    expect(again.status).toBe(409);

    expect(await taker.call("POST Api/Market/UndoThemeUpdate", { themeId: themeId! })).toEqual({ edition: 1 });
    expect(await row(taker, "theme", themeId!)).toMatchObject({ brand: "#1d4ed8", radius: 4 });
    expect(await wordsOn(taker, mine!.id)).toEqual(["Home words", "Feature"]);
    expect((await pagesOf(taker, themeId!)).map(({ path }) => path)).not.toContain(`${thirdPath}-2`);
    expect((await updateOf(taker, themeId!)).later).toMatchObject({ edition: 1, latest: 2 });
    expect((await taker.send("POST Api/Market/UndoThemeUpdate", { themeId: themeId! })).status).toBe(409);
  });

  it("is not undone when something was changed since, and brings back no page that was deleted here", async () => {
    const { id, themeId: source, home, about, paths } = await offered("Changed since");
    const { themeId } = await taker.take(id);
    const pages = await pagesOf(taker, themeId!);
    const deleted = pages.find(({ path }) => path === paths[1])!;
    await taker.call("DELETE Api/{type}/QueryDelete", { type: "page", id: deleted.id });
    await setTheme(maker, source, { radius: 20 });
    await change(maker, about, heading("wd_titletitle", "新", "New about"));
    await nextEdition({ id, themeId: source }, [home, about]);
    expect((await updateOf(taker, themeId!)).later).toMatchObject({
      tokens: [{ name: "radius", before: 12, after: 20 }],
      pages: [],
    });
    await taker.call("POST Api/Market/UpdateTheme", { themeId: themeId!, edition: 2 });
    expect(await pagesOf(taker, themeId!)).toHaveLength(1);
    await setTheme(taker, themeId!, { radius: 8 });
    const late = await taker.send("POST Api/Market/UndoThemeUpdate", { themeId: themeId! });
    expect([late.status, late.text]).toEqual([409, expect.stringContaining("have changed since the update")]);
    expect(await row(taker, "theme", themeId!)).toMatchObject({ radius: 8 });
  });

  it("is gone with the item, and what was taken stays; the pages ask for no update of their own", async () => {
    const { id, themeId: source, home } = await offered("Withdrawn theme");
    const { themeId } = await taker.take(id);
    await setTheme(maker, source, { radius: 2 });
    await nextEdition({ id, themeId: source }, [home]);
    const asked = { items: [{ id, edition: 1 }] };
    expect(await taker.call("POST Api/Market/Updates", asked)).toEqual([]);
    expect((await updateOf(taker, themeId!)).later).toMatchObject({ latest: 2, pages: [] });
    expect((await maker.command("withdraw", id)).status).toBe(200);
    expect(await updateOf(taker, themeId!)).toEqual({ undo: null, later: null });
    const refused = await taker.send("POST Api/Market/UpdateTheme", { themeId: themeId!, edition: 2 });
    expect(refused.status).toBe(409);
    expect(await pagesOf(taker, themeId!)).toHaveLength(2);
    expect(await row(taker, "theme", themeId!)).toMatchObject({ radius: 12 });
  });

  it("concerns the themes of one's own space only, and where a theme comes from is no field of it", async () => {
    const { id } = await offered("Own theme");
    const { themeId } = await taker.take(id);
    expect((await maker.send("GET Api/Market/ThemeUpdate", { themeId: themeId! })).status).toBe(404);
    expect((await maker.send("POST Api/Market/UpdateTheme", { themeId: themeId!, edition: 2 })).status).toBe(404);
    expect((await maker.send("POST Api/Market/UndoThemeUpdate", { themeId: themeId! })).status).toBe(404);
    const stored = await server.database.read<{ origin: object }>(
      taker.owner.tenantId,
      sql`select origin from theme where id = ${themeId!}::uuid`,
    );
    expect(stored[0]!.origin).toMatchObject({ item: id, edition: 1 });
    expect(JSON.stringify(await row(taker, "theme", themeId!))).not.toContain(id);
  });
});
