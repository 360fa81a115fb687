import { Film } from "lucide-react";
import type { ClientLimit } from "#kit/client-limit.ts";
import { clampNumber } from "#kit/clamp-number.ts";
import { defineNode } from "#kit/node.ts";
import { localPicturePattern } from "#kit/picture.ts";
import { fileKindAt } from "#kit/stored-file.ts";
import { textIn } from "#kit/text.ts";

const names = { zh: "视频", en: "Video" };
/** The latest position at which a video may begin, s. */
const maxStart = 86_400;

/** The address of the stored video in a value: the list of the field, or a single address as in the API contract. */
function addressOf(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? (value[0] as { url?: unknown } | null | undefined)?.url : value;
  return typeof first === "string" && fileKindAt(first) === "video" ? first : undefined;
}

const autoplayLimits = (["WeChat", "WeChatLite"] as const).map((client): ClientLimit => ({
  client,
  level: "limited",
  reason: { zh: "微信中，视频在访客轻触后才播放", en: "In WeChat, videos play only after a tap." },
}));

/**
 * A video on a canvas (N-029). Browsers play a video by themselves only without sound, so `autoplay` mutes it; a video that does not play by itself
 * always has controls. Where the visitor prefers reduced motion, video.island.ts stops it.
 */
const video = defineNode({
  type: "video",
  number: 3,
  title: names,
  icon: Film,
  size: { w: 320, h: 180 },
  island: "seen",
  settings: {
    url: { type: "vedio", name: names, mark: 1 },
    title: {
      type: "textbox",
      name: { zh: "视频说明", en: "Description" },
      localized: true,
      max: 200,
      helpBlock: { zh: "供读屏软件朗读。", en: "Read out by screen readers." },
    },
    poster: {
      type: "image",
      name: { zh: "封面", en: "Cover image" },
      helpBlock: { zh: "播放前显示。", en: "Shown until the video plays." },
    },
    controls: {
      type: "switch",
      name: { zh: "显示控制条", en: "Show controls" },
      value: true,
      helpBlock: {
        zh: "不自动播放的视频始终显示控制条。",
        en: "Always shown on videos that do not play automatically.",
      },
    },
    autoplay: {
      type: "switch",
      name: { zh: "自动播放", en: "Autoplay" },
      helpBlock: { zh: "自动播放的视频没有声音。", en: "Videos that play automatically are muted." },
    },
    muted: { type: "switch", name: { zh: "静音", en: "Muted" } },
    initialTime: { type: "number", name: { zh: "开始位置（秒）", en: "Start at (seconds)" }, min: 0, max: maxStart },
    radius: { type: "number", name: { zh: "圆角", en: "Corner radius" }, min: 0, max: 400 },
  },
  example: {
    url: [],
    title: null,
    poster: null,
    controls: true,
    autoplay: false,
    muted: false,
    initialTime: 0,
    radius: 0,
  },
  clientLimits: ({ autoplay }) => (autoplay === true ? autoplayLimits : []),
  responsive: ["radius"],
  Render({ value, context: { locale } }) {
    const address = addressOf(value.url);
    if (address === undefined) return null;
    const start = clampNumber(value.initialTime, { min: 0, max: maxStart, fallback: 0 });
    const isAutoplay = value.autoplay === true;
    return (
      // Stored files have no captions; the description tells what the video shows.
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <video
        src={start === 0 ? address : `${address}#t=${start}`}
        aria-label={textIn(value.title, locale) || names[locale]}
        controls={value.controls === true || !isAutoplay}
        autoPlay={isAutoplay}
        muted={isAutoplay || value.muted === true}
        playsInline
        preload="metadata"
        {...(localPicturePattern.test(value.poster ?? "") ? { poster: value.poster! } : {})}
      />
    );
  },
  style: (value) => ({
    "border-radius": `${clampNumber(value.radius, { min: 0, max: 400, fallback: 0 })}px`,
    overflow: "clip",
  }),
  css: `
.node > video {
  display: block;
  width: 100%;
  height: 100%;
  object-fit: contain;
  background: black;

  @container stage (width < 900px) {
    height: var(--placed-full, auto);
    aspect-ratio: var(--placed-auto, var(--w) / var(--h));
  }
}`,
});

export default video;
declare module "#kit/node.ts" {
  interface Nodes {
    video: typeof video;
  }
}
