import { Renderer } from "@takumi-rs/core";

/**
 * An icon of an app. `picture`: a data URL; `size`: its side in px; `isMaskable`: its edge may be cut off; `background`: a colour. `height`, in px: for a
 * picture that fills a screen while the app starts, with the icon in its middle.
 */
export type AppIcon = { picture: string; size: number; height?: number; isMaskable: boolean; background: string };

/** The part of a maskable icon that is always visible is a circle of 80 % of its width; a square inside it has 56 %. */
const safeSquare = 0.56;

/** Returns a function that draws icons of apps as PNG. */
export function createAppIcons(): (icon: AppIcon) => Promise<Buffer> {
  const renderer = new Renderer();
  return async ({ picture, size, height = size, isMaskable, background }) => {
    const side = isMaskable ? Math.round(size * safeSquare) : size;
    const root = {
      type: "container" as const,
      style: {
        width: size,
        height,
        display: "flex" as const,
        alignItems: "center" as const,
        justifyContent: "center" as const,
        ...(isMaskable ? { background } : {}),
      },
      children: [
        { type: "image" as const, src: picture, width: side, height: side, style: { objectFit: "contain" as const } },
      ],
    };
    return renderer.render(root, { width: size, height, format: "png" });
  };
}
