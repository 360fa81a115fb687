import { GalleryHorizontal } from "lucide-react";
import { defineNode } from "#kit/node.ts";
import { type Locale, textIn } from "#kit/text.ts";
import { safeUrl } from "#kit/url.ts";
import { paletteColorOf, paletteOptions } from "#ui/palette.ts";
import { localPicturePattern } from "#kit/picture.ts";
import { Picture, pictureCss } from "#ui/picture.tsx";

const styles = [
  { key: "cover", name: { zh: "铺满", en: "Fill" } },
  { key: "contain", name: { zh: "完整显示", en: "Fit" } },
];
const swipeStyles = [
  { key: "single", name: { zh: "逐张", en: "One at a time" } },
  { key: "peek", name: { zh: "露出下一张", en: "Show the edge of the next" } },
];
/** The key, or that of the first option if there is no such option. */
const validKey = (options: readonly { key: string }[], value: unknown) =>
  options.find(({ key }) => key === value)?.key ?? options[0]!.key;

const regionName = { zh: "轮播图，可左右滑动", en: "Images, scroll sideways" };

type Slide = { image?: unknown; alt?: unknown; url?: unknown };

function SlidePicture({ slide: { image, alt, url }, locale }: { slide: Slide; locale: Locale }) {
  const href = safeUrl(url);
  const picture = <Picture url={String(image)} alt={textIn(alt, locale)} sizes="(width < 900px) 92vw, 50vw" />;
  return href === undefined ? picture : <a href={href}>{picture}</a>;
}

/**
 * An image carousel on a canvas (N-031). It scrolls by finger, wheel or arrow keys, without a script; browsers with scroll buttons and markers show
 * them.
 */
const carousel = defineNode({
  type: "carousel",
  number: 5,
  title: { zh: "轮播图", en: "Carousel" },
  icon: GalleryHorizontal,
  size: { w: 440, h: 180 },
  settings: {
    imageList: {
      type: "table",
      name: { zh: "图片", en: "Images" },
      max: 12,
      fields: {
        image: { type: "image", name: { zh: "图片", en: "Image" }, required: true },
        alt: {
          type: "textbox",
          name: { zh: "替代文字", en: "Alt text" },
          localized: true,
          max: 200,
          describes: "image",
        },
        url: { type: "url", name: { zh: "链接", en: "Link" }, max: 200 },
      },
    },
    style: { type: "dropdownlist", name: { zh: "图片显示", en: "Image size" }, options: styles },
    // Spelled as in the API contract (B-382).
    swipStyle: { type: "dropdownlist", name: { zh: "滑动方式", en: "Scrolling" }, options: swipeStyles },
    bgColor: { type: "dropdownlist", name: { zh: "背景颜色", en: "Background" }, options: paletteOptions },
  },
  example: {
    imageList: [{ image: "/assets/icon.svg", alt: { zh: "图标", en: "Icon" }, url: null }],
    style: "cover",
    swipStyle: "single",
    bgColor: "light",
  },
  responsive: ["style", "bgColor"],
  Render({ value, context }) {
    const list: unknown = value.imageList;
    const slides = (Array.isArray(list) ? (list as Slide[]) : []).filter(
      (slide) => typeof slide?.image === "string" && localPicturePattern.test(slide.image),
    );
    if (slides.length === 0) return null;
    return (
      <div
        className={`carousel ${validKey(swipeStyles, value.swipStyle)}`}
        role="region"
        tabIndex={0}
        aria-label={regionName[context.locale]}
      >
        <ul>
          {slides.map((slide, index) => (
            <li key={index}>
              <SlidePicture slide={slide} locale={context.locale} />
            </li>
          ))}
        </ul>
      </div>
    );
  },
  style: (value) => ({
    background: paletteColorOf(value.bgColor, "light").fill,
    "--fit": validKey(styles, value.style),
  }),
  css: `${pictureCss}
.carousel {
  height: 100%;
  overflow-x: auto;
  overscroll-behavior-x: contain;
  scroll-snap-type: x mandatory;
  scrollbar-width: none;
  scroll-marker-group: after;

  & > ul {
    display: flex;
    height: 100%;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & li {
    flex: 0 0 100%;
    scroll-snap-align: center;
  }
  &.peek li {
    flex-basis: 86%;
  }
  & a {
    display: block;
    height: 100%;
  }
  & .picture,
  & .picture > * {
    width: 100%;
    height: 100%;
    object-fit: var(--fit);
  }
  &::scroll-marker-group {
    position: absolute;
    inset: auto 0 8px;
    display: flex;
    justify-content: center;
    gap: 8px;
  }
  & li::scroll-marker {
    width: 10px;
    height: 10px;
    border: 1px solid var(--sheet);
    border-radius: 50%;
    background: rgb(3 13 9 / 0.45);
    content: "";
  }
  & li::scroll-marker:target-current {
    background: var(--brand);
  }
  @media (prefers-reduced-motion: no-preference) {
    scroll-behavior: smooth;
  }
  @container stage (width < 900px) {
    aspect-ratio: var(--placed-auto, var(--w) / var(--h));
    height: var(--placed-full, auto);
  }
}`,
});

export default carousel;
declare module "#kit/node.ts" {
  interface Nodes {
    carousel: typeof carousel;
  }
}
