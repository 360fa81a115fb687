import type { ComponentType, SVGProps } from "react";
import type { MenuIcon } from "#kit/menus.ts";
import type { MenuEntry } from "#kit/menu-groups.ts";
import { menuIconUrl } from "./menu-icon-url.ts";

type IconProps = Pick<SVGProps<SVGSVGElement>, "className" | "strokeWidth"> & { size?: number | string };
/** A component that draws an icon: one of lucide-react, or one of the menus. */
export type IconComponent = ComponentType<IconProps>;

/** The icon of a menu entry, from a file of drawings. Its place is empty until the file is loaded. */
export function MenuIconView({
  entry,
  size = 24,
  strokeWidth = 2,
  className,
}: IconProps & { entry: Pick<MenuEntry, "icon" | "chosenIcon"> }) {
  return (
    <svg
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <use href={menuIconUrl(entry)} />
    </svg>
  );
}

/** The component of an icon, for definitions that contain components. */
export const menuIconOf =
  (icon: MenuIcon): IconComponent =>
  (props) => <MenuIconView entry={{ icon }} {...props} />;
