import { QrCode as QrCodeIcon } from "lucide-react";
import { lazy, Suspense } from "react";
import { defineNode } from "#kit/node.ts";
import { localPicturePattern } from "#kit/picture.ts";

/** Fixed colours rather than theme tokens, which are light in the dark scheme: cameras need dark codes on white. */
const colours = [
  { key: "dark", name: { zh: "墨色", en: "Ink" }, fill: "#0d201a" },
  { key: "brand", name: { zh: "品牌", en: "Brand" }, fill: "#04674b" },
  { key: "info", name: { zh: "信息", en: "Info" }, fill: "#2266a4" },
  { key: "danger", name: { zh: "危险", en: "Danger" }, fill: "#bd1f3d" },
];

/** The server imports the encoder at once. The builder loads it with the first QR code, because it is as large as all other nodes together. */
const serverQrCode = import.meta.env.SSR ? (await import("#ui/qr-code.tsx")).QrCode : undefined;
const QrCode = serverQrCode ?? lazy(() => import("#ui/qr-code.tsx").then((file) => ({ default: file.QrCode })));

const maxCharacters = 300;
const title = { zh: "二维码", en: "QR code" };

/** A QR code on a canvas (N-032), drawn without an external service, so that nobody else learns its content. */
const qrcode = defineNode({
  type: "qrcode",
  number: 6,
  title,
  icon: QrCodeIcon,
  size: { w: 120, h: 120 },
  settings: {
    contentText: { type: "textbox", name: { zh: "内容", en: "Content" }, required: true, max: maxCharacters },
    logo: { type: "image", name: { zh: "中间的图标", en: "Logo in the middle" } },
    color: {
      type: "dropdownlist",
      name: { zh: "颜色", en: "Colour" },
      options: colours.map(({ key, name }) => ({ key, name })),
    },
  },
  returnedImage: "returnImage",
  example: { contentText: "https://example.com", logo: null, color: "dark" },
  Render({ value, context }) {
    const { contentText: text, logo } = value;
    // A stored value may have any length, but a longer text would not fit into a code.
    if (typeof text !== "string" || text.trim() === "" || text.length > maxCharacters) return null;
    const hasLogo = typeof logo === "string" && localPicturePattern.test(logo);
    const color = colours.find(({ key }) => key === value.color)?.fill ?? colours[0]!.fill;
    return (
      <span className="qr">
        <Suspense>
          <QrCode text={text} name={`${title[context.locale]}: ${text}`} color={color} isRobust={hasLogo} />
        </Suspense>
        {hasLogo && <img src={logo} alt="" loading="lazy" decoding="async" />}
      </span>
    );
  },
  css: `
.qr {
  position: relative;
  display: grid;
  width: 100%;
  height: 100%;
  place-items: center;

  & > svg {
    display: block;
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
  & > img {
    position: absolute;
    width: 20%;
    padding: 1.5%;
    border-radius: 12%;
    background: #fff;
    aspect-ratio: 1;
    object-fit: contain;
  }
  @container stage (width < 900px) {
    width: var(--placed-full, min(220px, 60vw));
    height: var(--placed-full, auto);
    margin-inline: auto;
  }
}`,
});

export default qrcode;
declare module "#kit/node.ts" {
  interface Nodes {
    qrcode: typeof qrcode;
  }
}
