import css from "./picture.css?raw";
import { pictureSources, storedPicture } from "#kit/picture.ts";

type PictureProps = {
  /** URL of an uploaded image, or of a built file. */
  url: string;
  alt: string;
  /** Displayed width, as a `sizes` attribute. */
  sizes: string;
  /** False for an image above the fold. */
  isLazy?: boolean;
};

/**
 * An image of a page: requested in the width that the screen needs, with its space reserved and its colours as a placeholder. It is fetched
 * at the latest 1.3 screens before it is scrolled into view (islands/pictures.ts), once, without a retry.
 */
export function Picture({ url, alt, sizes, isLazy = true }: PictureProps) {
  const stored = storedPicture(url);
  // Drawings of the built-in site are a few kilobytes: lazy loading would only leave a gap.
  if (stored === undefined) return <img className="picture" src={url} alt={alt} decoding="async" />;
  const loading = isLazy ? "lazy" : "eager";
  const { width, height, quarters } = stored;
  return (
    <span className="picture">
      {quarters.length > 0 && (
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <g>
            {quarters.map((color, index) => (
              <rect
                key={index}
                x={(index % 2) * (width / 2)}
                y={index < 2 ? 0 : height / 2}
                width={width / 2}
                height={height / 2}
                fill={`#${color}`}
              />
            ))}
          </g>
        </svg>
      )}
      <img
        src={url}
        srcSet={pictureSources(url, stored)}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={loading}
        decoding="async"
      />
    </span>
  );
}

/** The styles of images, for the widgets and nodes that show them; the app includes them separately. */
export const pictureCss = css;
