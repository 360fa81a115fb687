/** Pages of the site as files of configuration: from one space to another, with pictures, again without a difference, and hostile ones. */
import { beforeAll, describe, expect, it } from "vitest";
import sharp from "sharp";
import type { AnyRow } from "#kit/entity.ts";
import { contentOf } from "./support/client.ts";
import { canvas, node, widget } from "./support/hostile-pages.ts";
import { readPage } from "./support/read-page.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";
import {
  addRow,
  applyRows,
  compareFolder,
  differencesIn,
  exportFolder,
  folderOf,
  importRows,
  newSpace,
  rowsOf,
  type Space,
  textsOf,
} from "./support/transfer.ts";

const server = await sharedServer();
const compare = ({ owner }: Space, bytes: Buffer) => compareFolder(server, owner, bytes);

const heading = widget("wd_heading001", { order: "Zz", value: { heading: sameText("Hello") } });
const stage = canvas("wd_stage00001", { order: "a0" });

const pictureBytes = sharp({ create: { width: 40, height: 30, channels: 3, background: "#1f7a5a" } })
  .png()
  .toBuffer();
async function upload({ api }: Space): Promise<string> {
  const bytes = await pictureBytes;
  const input = { size: bytes.length, data: bytes.toString("base64"), name: "our team.png" };
  return ((await api.call("POST Api/File/UploadBase64", input)) as { url: string }).url;
}

const saveRecords = (space: Space, pageId: string, records: readonly { id: string }[], baseRev = 0) =>
  space.api.call("POST api/sitepage/save", {
    diyPageInfo: { pageId },
    baseRev,
    changes: records.map((after) => ({ id: after.id, after })),
  } as never);

type PageFile = { design: { records: object[] } };

/** A published page with a picture, and a draft that is only in a theme. */
async function addPages(space: Space): Promise<void> {
  const { id } = await addRow(space.api, "page", { path: "/team", title: sameText("Team"), description: null });
  const url = await upload(space);
  const picture = node("nd_picture001", stage.id, { type: "image", value: { image: url, alt: sameText("Us") } });
  await saveRecords(space, id, [heading, stage, picture]);
  await space.api.call("POST Api/Java/PublishPage", { pageId: id });
  const theme = await addRow(space.api, "theme", { name: sameText("Spring") });
  const draft = await addRow(space.api, "page", { path: "/team", title: sameText("Spring"), theme: theme.id });
  await saveRecords(space, draft.id, [heading]);
}

const design = async (space: Space, path: string) => {
  const row = (await rowsOf(space.api, "page")).find((page) => page.path === path && page.theme === null)!;
  const answer = await space.api.send("POST Api/SitePage/GetPageInfo", { id: row.id, diyPageInfo: {} });
  return { row, info: contentOf(answer) as { diyPageInfo: { page: { records: Record<string, AnyRow> } } } };
};

describe("the pages of a space", () => {
  let source: Space;
  let files: Record<string, string>;
  let folder: Buffer;
  beforeAll(async () => {
    source = await newSpace(server);
    await addPages(source);
    folder = await exportFolder(server, source.owner);
    files = await textsOf(folder);
  });
  const team = "page/%2Fteam";

  it("are files by path and theme, with their records in order, images by their content, and no ids of rows and files", () => {
    const names = Object.keys(files).filter((name) => name.startsWith(team));
    expect(names.toSorted()).toEqual([`${team}.json`, `${team}@theme%2FSpring.json`]);
    const text = files[`${team}.json`]!;
    const page = JSON.parse(text) as { path: string; status: string; design: { records: AnyRow[] } };
    expect([page.path, page.status, page.design.records.map(({ id }) => id)]).toEqual([
      "/team",
      "published",
      [heading.id, stage.id, "nd_picture001"],
    ]);
    expect(text).toMatch(/"\/files\/sha256-[0-9a-f]{64}\/our%20team\.webp"/);
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    const draft = JSON.parse(files[`${team}@theme%2FSpring.json`]!) as object;
    expect(draft).toMatchObject({ theme: "theme/Spring", title: sameText("Spring") });
    expect(draft).not.toHaveProperty("status");
  });

  it("are no difference in their own space", async () => {
    expect(differencesIn(await compare(source, folder))).toEqual([]);
  });

  it("become drafts of another space, published on demand; images that it lacks are named and come once they are uploaded", async () => {
    const target = await newSpace(server);
    const comparison = await compare(target, folder);
    const pages = comparison.rows.filter(({ path }) => path.startsWith(team));
    const themes = comparison.rows.filter(({ path }) => path === "theme/Spring");
    expect(
      pages.map(({ state, problem, missingFiles, target: to }) => [state, problem, missingFiles, to?.name]),
    ).toEqual([
      ["added", null, ["our team.webp"], "Published"],
      ["added", null, [], undefined],
    ]);
    expect(pages[0]!.changes.map(({ name }) => name)).toContain(`Page title ${heading.id}`);
    // Visitors would see an empty place, so the page is a draft until the image is there.
    expect(pages[0]!.target!.problem).toMatch(/cannot be published yet/);
    await importRows(server, target.owner, comparison, [...themes, ...pages]);
    const again = await compare(target, folder);
    expect(
      again.rows
        .filter(({ path }) => path.startsWith(team))
        .map(({ state, changes, missingFiles }) => [state, changes, missingFiles]),
    ).toEqual([
      ["changed", [], ["our team.webp"]],
      ["unchanged", [], []],
    ]);

    const url = await upload(target);
    const completed = await compare(target, folder);
    const page = completed.rows.find(({ path }) => path === team);
    expect([page!.state, page!.missingFiles, page!.changes.map(({ field }) => field)]).toEqual([
      "changed",
      [],
      ["design"],
    ]);
    await importRows(server, target.owner, completed, [{ ...page!, entersState: true }]);
    const { row, info } = await design(target, "/team");
    expect(row.status).toBe("published");
    const host = await siteHost(server, target.owner);
    const read = async () => (await readPage(`${server.url}/team?language=en`, { host })).text;
    await expect.poll(read).toContain(url);
    expect(differencesIn(await compare(target, folder)).filter((line) => line.includes(team))).toEqual([]);
    expect(JSON.stringify(info.diyPageInfo.page.records["nd_picture001"])).toContain(url);
    // Each publication is a version that can be shown again, and each import a named version of the draft.
    const versions = await target.api.send("GET Api/SitePage/Snapshots", { pageId: row.id });
    expect([versions.status, versions.text]).toEqual([200, expect.stringContaining('"number":1')]);
  });

  it("change the design of a page as a save does, keep an unpublished state, and refuse what changed since the review", async () => {
    const target = await newSpace(server);
    const { id } = await addRow(target.api, "page", { path: "/team", title: sameText("Old") });
    await saveRecords(target, id, [widget("wd_old0000001"), heading]);
    const comparison = await compare(target, folder);
    const page = comparison.rows.find(({ path }) => path === team)!;
    expect([page.state, page.changes.map(({ name, after }) => `${name} ${after === null ? "-" : "+"}`)]).toEqual([
      "changed",
      ["Title +", `Canvas ${stage.id} +`, expect.stringMatching(/nd_picture001 \+$/), "Page title wd_old0000001 -"],
    ]);
    await saveRecords(target, id, [widget("wd_later00001")], 1);
    const stale = await applyRows(server, target.owner, comparison, [page]);
    expect([stale.status, String(stale.body.msg)]).toEqual([
      409,
      `${team}: It has changed since the review. Upload the file again.`,
    ]);
    const next = await compare(target, folder);
    await importRows(
      server,
      target.owner,
      next,
      next.rows.filter(({ path }) => path === team),
    );
    const { row, info } = await design(target, "/team");
    expect([row.status, Object.keys(info.diyPageInfo.page.records).length]).toEqual(["draft", 3]);
  });

  const hostile: [description: string, change: (page: PageFile) => object, text: RegExp][] = [
    ["without records", (page) => ({ ...page, design: { setting: {} } }), /must have setting and records/],
    [
      "with another part",
      (page) => ({ ...page, design: { ...page.design, script: "x" } }),
      /must have setting and records/,
    ],
    [
      "with settings of another kind",
      (page) => ({ ...page, design: { setting: { onload: "x" }, records: [] } }),
      /wrong format/,
    ],
    [
      "with a component that does not exist",
      (page) => ({
        ...page,
        design: { ...page.design, records: [widget("wd_heading001", { name: "nothing" })] },
      }),
      /Component not found/,
    ],
    [
      "with a record of another kind",
      (page) => ({
        ...page,
        design: { ...page.design, records: [widget("wd_heading001", { onclick: "x" })] },
      }),
      /Invalid component format/,
    ],
    [
      "with a node without a canvas",
      (page) => ({
        ...page,
        design: { ...page.design, records: [node("nd_orphan0001", "wd_nowhere001")] },
      }),
      /has no canvas/,
    ],
    [
      "with the same record twice",
      (page) => ({ ...page, design: { ...page.design, records: [heading, heading] } }),
      /must have setting and records/,
    ],
    ["with an internal column", (page) => ({ ...page, snapshotId: "x" }), /There is no field snapshotId/],
    ["in another state", (page) => ({ ...page, status: "changed" }), /The value of status is wrong/],
  ];
  it.each(hostile)("%s are refused", async (_description, change, text) => {
    const page = JSON.parse(files[`${team}.json`]!) as PageFile;
    const bytes = await folderOf({ ...files, [`${team}.json`]: change(page) });
    const target = await newSpace(server);
    const comparison = await compare(target, bytes);
    const row = comparison.rows.find(({ path }) => path === team)!;
    expect(row.problem).toMatch(text);
    expect((await applyRows(server, target.owner, comparison, [row])).status).toBe(409);
    expect((await rowsOf(target.api, "page")).filter(({ path }) => path === "/team")).toEqual([]);
  });

  it("at a path of the app, or of an address that no page may have, are refused", async () => {
    const page = { ...(JSON.parse(files[`${team}.json`]!) as object), path: "/admin/x" };
    const target = await newSpace(server);
    const { rows } = await compare(target, await folderOf({ ...files, "page/%2Fadmin%2Fx.json": page }));
    expect(rows.find(({ path }) => path === "page/%2Fadmin%2Fx")!.problem).toBe(
      "The system uses this path. Choose another one.",
    );
  });
});
