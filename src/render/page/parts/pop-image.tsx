import type { PageSetting } from "#kit/page.ts";
import { localPicturePattern, storedPicture } from "#kit/picture.ts";
import { textIn } from "#kit/text.ts";
import { safeUrl } from "#kit/url.ts";
import type { RenderContext } from "#kit/widget.ts";
import css from "./pop-image.css?raw";

const texts = {
  label: { zh: "公告图片", en: "Announcement" },
  close: { zh: "关闭", en: "Close" },
};

/** Whether a page has a pop-up image with a valid address (T-45). */
export const hasPopImage = ({ popImage }: Pick<PageSetting, "popImage">): boolean =>
  localPicturePattern.test(popImage?.image ?? "");

/** The CSS of pop-up images, for pages that have one. */
export const popImageCss = css;

/** A picture over the page, which pop-image.island.ts opens once for every visitor (N-015). */
export function PopImage({ setting, context }: { setting: PageSetting; context: RenderContext }) {
  const { t, locale } = context;
  if (!hasPopImage(setting)) return null;
  const { image, alt, url } = setting.popImage!;
  const [text, address, stored] = [textIn(alt ?? undefined, locale), safeUrl(url), storedPicture(image!)];
  const size = stored === undefined ? {} : { width: stored.width, height: stored.height };
  // A closed dialog is not displayed, so a lazy picture in it is not loaded.
  const picture = <img src={image!} alt={text} {...size} loading="lazy" decoding="async" />;
  return (
    <div className="pop-image" data-island="seen render/page/parts/pop-image" data-image={image!}>
      <dialog aria-label={text || t(texts.label)}>
        {address === undefined ? picture : <a href={address}>{picture}</a>}
        <button type="button" aria-label={t(texts.close)}>
          ×
        </button>
      </dialog>
    </div>
  );
}
