/** The tree of a space's documentation, for its visitors. */
import { describe, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { client, contentOf } from "./support/client.ts";
import { readPage } from "./support/read-page.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

const server = await sharedServer();

describe("GET api/wiki/KeyTree", async () => {
  const owner = await newSpaceOwner(server);
  const { call, send } = client(server, owner);
  const hostName = await siteHost(server, owner);
  const host = hostName;
  /** Adds a published page whose slug, and title with the language, are `name`. */
  const add = async (name: string, sort: number, values: object = {}) =>
    (await call("POST Api/{type}/QueryAdd", {
      type: "wiki",
      slug: name,
      title: { zh: `${name} zh`, en: `${name} en` },
      sort,
      status: "published",
      ...values,
    })) as AnyRow;
  /** Requests the tree as a visitor of the space's site. */
  async function visit(key: string, language = "en") {
    const query = new URLSearchParams({ key, language });
    const { status, text } = await readPage(`${server.url}/api/wiki/KeyTree?${query}`, { host });
    return { status, ...(JSON.parse(text) as { result?: unknown; message: string; fields?: object }) };
  }

  it("E-082, N-047: returns the published pages below a top page, nested and in order, in the reader's language", async () => {
    const guide = await add("guide", 1);
    const setup = await add("setup", 2, { parent: guide.id });
    const start = await add("start", 1, { parent: guide.id });
    const wiring = await add("wiring", 1, { parent: setup.id });
    await add("draft", 3, { parent: guide.id, status: "draft" });
    await add("other", 2);
    const common = { projectId: guide.id, userId: null };
    const tree = {
      id: guide.id,
      wikis: [
        { ...common, id: start.id, name: "start en", level: 1, fatherId: null, sortOrder: 0, children: [] },
        {
          ...common,
          id: setup.id,
          name: "setup en",
          level: 1,
          fatherId: null,
          sortOrder: 1,
          children: [
            { ...common, id: wiring.id, name: "wiring en", level: 2, fatherId: setup.id, sortOrder: 0, children: [] },
          ],
        },
      ],
    };
    expect(await visit("guide")).toMatchObject({ status: 1, result: tree });
    expect((await visit(guide.id)).result).toEqual(tree);
    expect(JSON.stringify((await visit("guide", "zh")).result)).toContain('"wiring zh"');
  });

  it("E-082: refuses a missing key, and finds no draft, no lower page and no page of another space", async () => {
    const hidden = await add("hidden", 5, { status: "draft" });
    const below = await add("below", 1, { parent: hidden.id });
    for (const key of ["hidden", hidden.id, "below", below.id, "no-such-page", "setup", "devices"])
      expect([key, (await visit(key)).message]).toEqual([key, "Documentation not found"]);
    expect((await visit(" ")).fields).toEqual({ key: "Enter the slug of a documentation page" });
    // Signed in elsewhere, a person reads the documentation of the site that they visit.
    expect(contentOf(await send("GET api/wiki/KeyTree", { key: "guide" }))).toBeNull();
  });

  it("T-56: no page comes below itself or its descendants, by a save, a restore, or two saves at the same time", async () => {
    const [top, middle, bottom] = [await add("top", 20), await add("middle", 1), await add("bottom", 1)];
    const move = async ({ id }: AnyRow, parent: AnyRow) => {
      const { version } = (await call("GET Api/{type}/QueryById", { type: "wiki", id })) as AnyRow;
      return send("POST Api/{type}/QueryUpdate", { type: "wiki", id, version, parent: parent.id });
    };
    expect((await move(middle, top)).status).toBe(200);
    expect((await move(bottom, middle)).status).toBe(200);
    for (const parent of [top, bottom]) {
      const refused = await move(top, parent);
      expect([refused.status, refused.text.includes("below itself or one of its descendants")]).toEqual([422, true]);
    }

    await call("DELETE Api/{type}/QueryDelete", { type: "wiki", ids: middle.id });
    expect((await move(top, bottom)).status).toBe(200);
    const restored = await send("POST Api/{type}/RestoreDeleted", { type: "wiki", ids: [middle.id] });
    expect(restored.text).toContain("below itself or one of its descendants");

    const [left, right] = [await add("left", 30), await add("right", 31)];
    const answers = await Promise.all([move(left, right), move(right, left)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });
});
