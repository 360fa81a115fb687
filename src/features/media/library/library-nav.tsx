import "./library.css";
import { Link, useLocation } from "react-router";
import { useText } from "#ui/locale.ts";

const texts = {
  label: { zh: "文件库", en: "Libraries" },
  all: { zh: "全部文件", en: "All files" },
  images: { zh: "图片", en: "Images" },
  videos: { zh: "视频", en: "Videos" },
};
const places = [
  { segment: "list", name: texts.all },
  { segment: "image", name: texts.images },
  { segment: "video", name: texts.videos },
] as const;

/** Links between the list of all files and the libraries of images and videos, in the area of the current address. */
export function LibraryNav() {
  const t = useText();
  const [, area = "", , current = ""] = useLocation().pathname.toLowerCase().split("/");
  return (
    <nav aria-label={t(texts.label)} className="flex flex-wrap gap-x-6 border-b border-line">
      {places.map(({ segment, name }) => (
        <Link
          key={segment}
          to={`/${area}/storageFile/${segment}`}
          aria-current={current === segment ? "page" : undefined}
          className="library-tab flex min-h-9 items-center gap-2 text-sm text-ink-2 hover:text-ink pointer-coarse:min-h-11"
        >
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}
