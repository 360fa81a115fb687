/** Canvas nodes: the fields and sizes of the contract, rendering, and invalid values. */
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { NodeDefinition } from "#kit/node.ts";
import type { RenderContext } from "#kit/widget.ts";
import { nodeStyle } from "#render/page/canvas.tsx";
import { declarationsOf } from "#render/page/style.ts";
import { nodes } from "#render/registry.ts";

const nodeOf = (type: string) => nodes.get(type) as NodeDefinition;
const render = (type: string, value: object, locale: "zh" | "en" = "en") => {
  const { Render, example } = nodeOf(type);
  return renderToStaticMarkup(
    <Render value={{ ...example, ...value } as never} context={{ locale } as RenderContext} />,
  );
};
const rulesOf = (type: string, value: object) => {
  const { style, example } = nodeOf(type);
  return Object.fromEntries(declarationsOf(style!({ ...example, ...value } as never)));
};

describe("a canvas node has the fields and the size of the contract", () => {
  it.each([
    ["B-071, N-027", "text", { w: 100, h: 30 }, ["title", "size", "color", "isBold", "isItalic", "isUnderline", "isWrap", "url", "alignment"]],
    ["B-072, N-028", "image", { w: 200, h: 150 }, ["image", "isBorder", "radius", "canPreview"]],
    ["B-073, N-029", "video", { w: 320, h: 180 }, ["url", "radius", "autoplay", "muted", "initialTime", "controls"]],
    ["B-074, N-030", "button", { w: 200, h: 45 }, ["text", "size", "color", "bgColor", "isBorder", "radius"]],
    ["B-075, N-031", "carousel", { w: 440, h: 180 }, ["imageList", "style", "swipStyle", "bgColor"]],
    ["B-076", "qrcode", { w: 120, h: 120 }, ["contentText", "logo", "color"]],
    ["B-077", "map", { w: 440, h: 300 }, ["location", "address", "district", "style", "buttonColor", "textColor"]],
    ["B-078, N-034", "line", { w: 200, h: 2 }, ["color", "opacity", "lineWidth", "lineType"]],
    ["B-079, N-035", "rectangle", { w: 120, h: 80 }, ["fillColor", "radius", "color", "opacity", "lineWidth", "lineType"]],
    ["B-080, N-036", "circle", { w: 100, h: 100 }, ["fillColor", "color", "opacity", "lineWidth", "lineType"]],
  ] as const)("%s: %s", (_ids, type, size, fields) => {
    expect(nodeOf(type).size).toEqual(size);
    expect(Object.keys(nodeOf(type).settings)).toEqual(expect.arrayContaining([...fields]));
  }); // prettier-ignore

  it("B-083: a rectangle has a radius, a circle has none", () => {
    expect(Object.keys(nodeOf("rectangle").settings)).toContain("radius");
    expect(Object.keys(nodeOf("circle").settings)).not.toContain("radius");
  });
});

describe("every node", () => {
  it("N-026: has an entrance, a border and a shadow", () => {
    for (const [type, { settings }] of nodes)
      expect([type, Object.keys(settings)]).toEqual([
        type,
        expect.arrayContaining(["animationType", "borderSetting", "shadowSetting"]),
      ]);
  });

  it("has the given border, shadow and entrance within limits, and its own style without them", () => {
    const box = { x: 0, y: 0, w: 10, h: 10 };
    const styleOf = (value: object) =>
      nodeStyle({ kind: "node", id: "nd_1", order: "a0", parent: "wd_1", type: "image", box, value: { ...value } });
    expect(styleOf({})).toMatchObject({ border: "0", "border-radius": "0px" });
    expect(styleOf({})).not.toHaveProperty("box-shadow");
    expect(
      styleOf({
        animationType: "rise",
        borderSetting: { style: "double", color: "danger", size: 900, radius: 8 },
        shadowSetting: { color: "info", size: 10, direction: "90", blur: 24 },
      }),
    ).toMatchObject({
      "--entrance": "entrance-rise",
      border: "40px double var(--danger)",
      "border-radius": "8px",
      "box-shadow": "10px 0px 24px color-mix(in srgb, var(--info) 35%, transparent)",
    });
    const invalid = styleOf({
      animationType: "url(x)",
      borderSetting: { style: "url(x)", color: "red;}", size: 1, radius: "9" },
      shadowSetting: { size: 4, direction: "x" },
    });
    expect(invalid).not.toHaveProperty("--entrance");
    expect(invalid).toMatchObject({ border: "1px solid var(--ink)", "border-radius": "0px" });
    expect(invalid["box-shadow"]).toMatch(/^0px 4px 0px /);
  });
});

describe("shapes", () => {
  it("have the given width, line type and opacity within limits", () => {
    const value = { color: "brand", opacity: 40, lineWidth: 6, lineType: "dashed", fillColor: "info", radius: 12 };
    expect(rulesOf("rectangle", value)).toEqual({
      "border-radius": "12px",
      border: "6px dashed var(--brand)",
      background: "var(--info)",
      opacity: "0.4",
    });
    expect(rulesOf("circle", value)).toMatchObject({ "border-radius": "50%", border: "6px dashed var(--brand)" });
    expect(rulesOf("line", value)).toEqual({ "--edge": "6px dashed var(--brand)", opacity: "0.4" });
    expect(rulesOf("line", { ...value, lineWidth: 0, opacity: 900, lineType: "url(x)" })).toEqual({
      "--edge": "1px solid var(--brand)",
      opacity: "1",
    });
  });
});

describe("a QR code", () => {
  it("is dark on white in both schemes and labelled with its content in the reader's language", () => {
    const html = render("qrcode", { contentText: "https://example.com/a?b=1&c=2", color: "brand" }, "zh");
    expect(html).toContain('aria-label="二维码: https://example.com/a?b=1&amp;c=2"');
    expect(html).toContain('fill="#fff"');
    expect(html).toContain('fill="#04674b"');
    expect(html).not.toContain("var(--");
  });

  it("with a logo has more modules for error correction, and ignores an image of another host", () => {
    const sizeOf = (html: string) => Number(/viewBox="0 0 (\d+)/.exec(html)![1]);
    const withoutLogo = render("qrcode", { contentText: "https://example.com/abc" });
    const withLogo = render("qrcode", { contentText: "https://example.com/abc", logo: "/assets/icon.svg" });
    expect(withLogo).toContain('<img src="/assets/icon.svg"');
    expect(sizeOf(withLogo)).toBeGreaterThan(sizeOf(withoutLogo));
    expect(render("qrcode", { logo: "https://sink.test/x.png" })).not.toContain("sink");
  });

  it.each([undefined, null, "", "  ", 7, {}, "x".repeat(301)])("for %j is empty", (contentText) => {
    expect(render("qrcode", { contentText })).toBe("");
  });
});

describe("an image", () => {
  it("links to the picture itself if visitors may enlarge it, and names the link in the reader's language", () => {
    const value = { image: "/files/a.webp", alt: { zh: "车间", en: "Workshop" } };
    expect(render("image", value)).not.toContain("<a");
    expect(render("image", { ...value, canPreview: true }, "zh")).toMatch(
      /<a class="preview" href="\/files\/a.webp" aria-label="查看大图: 车间"/,
    );
    expect(render("image", { ...value, alt: null, canPreview: true })).toContain('aria-label="View larger"');
    expect(render("image", { image: "https://sink.test/a.webp", canPreview: true })).toBe("");
  });
});

describe("a map", () => {
  const location = { longtitude: 121.4737, latitude: 31.2304, address: "People <Square>" };

  it("N-033: shows the address in the reader's language, else that of its location, and links to a map service", () => {
    const chinese = render("map", { location, address: { zh: "人民广场", en: "" } }, "zh");
    expect(chinese).toContain("人民广场");
    expect(chinese).toContain("https://uri.amap.com/marker?position=121.4737%2C31.2304&amp;name=");
    const english = render("map", { location, address: null });
    expect(english).toContain("People &lt;Square&gt;");
    expect(english).toContain(
      'href="https://www.openstreetmap.org/?mlat=31.2304&amp;mlon=121.4737#map=15/31.2304/121.4737"',
    );
  });

  it("without a source of tiles is a grid of coordinates around the location", () => {
    const html = render("map", { location, zoom: 12 });
    expect(html).not.toContain("<img");
    expect(html).toMatch(/<text [^>]+>121\.4\d*°E<\/text>/);
    expect(html).toMatch(/<text [^>]+>31\.2\d*°N<\/text>/);
  });

  it("has the colours of its button and the position of its location, within limits", () => {
    expect(rulesOf("map", { location, buttonColor: "danger", textColor: "light" })).toMatchObject({
      "--fill": "var(--danger)",
      "--label": "var(--ink-3)",
    });
    expect(rulesOf("map", { location, buttonColor: "url(x)", zoom: 900 })).toMatchObject({ "--fill": "var(--brand)" });
    for (const point of [location, { longtitude: 180, latitude: 90 }, { longtitude: -180, latitude: -90 }]) {
      const { "--left": left, "--top": top } = rulesOf("map", { location: point, zoom: 3 });
      expect(Number.parseInt(left!, 10)).toBeGreaterThanOrEqual(768);
      expect(Number.parseInt(left!, 10)).toBeLessThanOrEqual(1024);
      expect(Number.parseInt(top!, 10)).toBeGreaterThanOrEqual(512);
      expect(Number.parseInt(top!, 10)).toBeLessThanOrEqual(768);
    }
  });

  it.each([
    null,
    undefined,
    "31, 121",
    {},
    { latitude: "1", longtitude: "2" },
    { latitude: Number.NaN, longtitude: 1 },
  ])("with the location %j is empty", (invalidLocation) => {
    expect(render("map", { location: invalidLocation })).toBe("");
  });
});

describe("a video", () => {
  const address = `/files/${"a".repeat(40)}.mp4`;
  const url = [{ url: address, name: "a.mp4", size: 1 }];

  it("begins at its position and is labelled with its description in the reader's language", () => {
    const html = render("video", { url, initialTime: 5, title: { zh: "装配", en: "Assembly" } }, "zh");
    expect(html).toContain(`src="${address}#t=5"`);
    expect(html).toContain('aria-label="装配"');
    expect(render("video", { url: address })).toMatch(/src="[^#"]+" aria-label="Video" controls=""/);
  });

  it("is muted when it plays by itself, and has controls when it does not", () => {
    expect(render("video", { url, autoplay: true, controls: false })).toMatch(/autoPlay="" muted=""/i);
    expect(render("video", { url, autoplay: true, controls: false })).not.toContain("controls");
    expect(render("video", { url, autoplay: false, controls: false })).toContain("controls");
    expect(render("video", { url, autoplay: false })).not.toMatch(/autoplay|muted/i);
  });

  it.each([[], null, "https://sink.test/a.mp4", "javascript:alert(1)", "/files/../a.mp4", [{ url: 7 }], [null]])(
    "with the address %j is empty",
    (invalidUrl) => {
      expect(render("video", { url: invalidUrl })).toBe("");
    },
  );
});

describe("a carousel", () => {
  const slide = (n: number, more: object = {}) => ({ image: `/files/${n}.webp`, alt: { en: `Picture ${n}` }, ...more });

  it("shows its images in order with their descriptions and links, and is reachable by keyboard", () => {
    const html = render("carousel", {
      imageList: [slide(1, { url: "/products" }), slide(2, { url: "javascript:alert(1)" })],
    });
    expect([...html.matchAll(/alt="([^"]+)"/g)].map(([, alt]) => alt)).toEqual(["Picture 1", "Picture 2"]);
    expect([...html.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href)).toEqual(["/products"]);
    expect(html).toMatch(/role="region" tabindex="0" aria-label="[^"]+"/);
  });

  it("leaves out images of other hosts, and is empty without images", () => {
    expect(render("carousel", { imageList: [slide(1), { image: "https://sink.test/x.png" }, null, 7] })).not.toContain(
      "sink",
    );
    for (const imageList of [[], null, "x", [{}]]) expect(render("carousel", { imageList })).toBe("");
  });
});
