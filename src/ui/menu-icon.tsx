import type { ComponentType, SVGProps } from "react";
import type { MenuIcon } from "#kit/screen.ts";

type IconProps = Pick<SVGProps<SVGSVGElement>, "className" | "strokeWidth"> & { size?: number | string };
/** A component that draws an icon: one of lucide-react, or one of the menus. */
export type IconComponent = ComponentType<IconProps>;

/** An icon of menus by its name, from the file of all of them (scripts/menu-icons.ts). Its place is empty until the file is loaded. */
export function MenuIconView({ name, size = 24, strokeWidth = 2, className }: IconProps & { name: MenuIcon }) {
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
      <use href={`${process.env.MENU_ICONS}#${name}`} />
    </svg>
  );
}

/** The component of an icon, for definitions that contain components. */
export const menuIconOf =
  (name: MenuIcon): IconComponent =>
  (props) => <MenuIconView name={name} {...props} />;
