/** Images for visitors: widths, encodings, and the share images of pages. */
import sharp from "sharp";
import { describe, expect, it, vi } from "vitest";
import { storedPicture } from "#kit/picture.ts";
import { client } from "./support/client.ts";
import { superAdministrator } from "./support/people.ts";
import { startServer } from "./support/server.ts";

const server = await startServer();
const editor = await superAdministrator(server);
const { call } = client(server, editor);

/** An image whose left half is red and whose right half is blue. */
const photograph = (width: number, height: number, background = { r: 200, g: 30, b: 20, alpha: 1 }) =>
  sharp({ create: { width, height, channels: 4, background } })
    .composite([
      {
        input: { create: { width: width / 2, height, channels: 3, background: { r: 20, g: 40, b: 200 } } },
        gravity: "east",
      },
    ])
    .png()
    .toBuffer();

async function upload(bytes: Buffer): Promise<{ status: number; url: string; width: number; height: number }> {
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "photograph.png");
  const headers = { authorization: `Bearer ${editor.token}`, "x-meridian": "1" };
  const answer = await fetch(`${server.url}/api/File/Upload`, { method: "POST", headers, body });
  const { result } = (await answer.json()) as { result: { url: string; width: number; height: number } };
  return { status: answer.status, ...result };
}

const get = (path: string, accept = "image/webp,*/*") => fetch(server.url + path, { headers: { accept } });
const sizeOf = async (answer: Response) => {
  const { width, height, format, compression } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  return { width, height, format: compression === "av1" ? "avif" : format };
};

describe("a stored image", async () => {
  const { url, width, height } = await upload(await photograph(1600, 900));

  it("has its size and colours in its name", () => {
    expect({ width, height }).toEqual({ width: 1600, height: 900 });
    const stored = storedPicture(url)!;
    expect(stored).toMatchObject({ width: 1600, height: 900 });
    const [topLeft, topRight, bottomLeft, bottomRight] = stored.quarters;
    expect([bottomLeft, bottomRight]).toEqual([topLeft, topRight]);
    expect(Number.parseInt(topLeft!.slice(0, 2), 16)).toBeGreaterThan(150);
    expect(Number.parseInt(topRight!.slice(4), 16)).toBeGreaterThan(150);
  });

  it("is served in the offered widths only", async () => {
    expect(await sizeOf(await get(`${url}?w=320`))).toEqual({ width: 320, height: 180, format: "webp" });
    expect(await sizeOf(await get(`${url}?w=1920`))).toEqual({ width: 1600, height: 900, format: "webp" });
    for (const invalidWidth of ["321", "0", "-1", "abc", "99999"]) {
      const answer = await get(`${url}?w=${invalidWidth}`);
      expect([invalidWidth, answer.status]).toEqual([invalidWidth, 404]);
    }
  });

  it("is served as AVIF to browsers that support it, once it is encoded", async () => {
    const smallUrl = `${url}?w=640`;
    await vi.waitFor(
      async () => {
        const answer = await get(smallUrl, "image/avif,image/webp,*/*");
        expect(answer.headers.get("content-type")).toBe("image/avif");
        expect(answer.headers.get("vary")).toContain("accept");
        expect(await sizeOf(answer)).toEqual({ width: 640, height: 360, format: "avif" });
      },
      { timeout: 60_000, interval: 100 },
    );
    expect((await get(smallUrl)).headers.get("content-type")).toBe("image/webp");
  });

  it("is embedded in a page with all its widths, its size and its colours", async () => {
    const title = { zh: "带封面的新闻", en: "News with a cover" };
    const document = (text: string) => ({
      type: "doc",
      content: [{ type: "paragraph", content: [{ type: "text", text }] }],
    });
    const body = { zh: document(title.zh), en: document(title.en) };
    const added = await call("POST Api/{type}/QueryAdd", {
      type: "news",
      title,
      intro: title,
      body,
      cover: url,
      status: "published",
      publishedAt: "2026-11-20T08:00:00.000Z",
    } as never);
    const id = typeof added === "string" ? added : (added as { id: string }).id;
    const html = await (await get(`/news/edit?id=${id}&language=en`)).text();
    const image = /<img [^>]*>/.exec(html)![0];
    expect(image).toContain(
      `srcSet="${[320, 640, 960, 1280].map((w) => `${url}?w=${w} ${w}w`).join(", ")}, ${url} 1600w"`,
    );
    expect(image).toContain('width="1600" height="900"');
    for (const color of storedPicture(url)!.quarters) expect(html).toContain(`fill="#${color}"`);
    expect(html).toContain(`"image":"http://${new URL(server.url).host}${url}"`);
  });

  it("has no colours if it is transparent", async () => {
    const { url: transparentUrl } = await upload(await photograph(40, 40, { r: 0, g: 0, b: 0, alpha: 0 }));
    expect(storedPicture(transparentUrl)).toEqual({ width: 40, height: 40, quarters: [] });
  });
});

describe("the share image of a page", () => {
  const shareImagePath = async (path: string) => {
    const html = await (await get(path)).text();
    const [, address] = /<meta property="og:image" content="([^"]+)"/.exec(html)!;
    return address!.replaceAll("&amp;", "&").slice(server.url.length);
  };
  const bytesOf = async (path: string) => Buffer.from(await (await get(await shareImagePath(path))).arrayBuffer());

  it("is rendered in 1200 x 630 for each page and language", async () => {
    const paths = ["/web/edge-gateway", "/web/secure-chip", "/news"].flatMap((path) =>
      ["zh", "en"].map((language) => `${path}?language=${language}`),
    );
    const pictures = await Promise.all(paths.map(bytesOf));
    for (const picture of pictures)
      expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
    expect(new Set(pictures.map((picture) => picture.toString("base64"))).size).toBe(paths.length);
  });

  it("may be embedded by other sites, and is revalidated", async () => {
    const path = await shareImagePath("/price?language=en");
    const { headers } = await get(path);
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    const revalidated = await fetch(server.url + path, { headers: { "if-none-match": headers.get("etag")! } });
    expect(revalidated.status).toBe(304);
  });

  it.each([
    "/share.png",
    "/share.png?page=/nowhere",
    "/share.png?page=https://elsewhere.test",
    "/share.png?page=%2F{key}",
  ])("%s is not found", async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});
