import type { ComponentProps } from "react";
import { isSpaceIcon, type SpaceIcon } from "#kit/icon.ts";
import { IconPicker as Picker, NamedIcon as Named } from "#ui/icon-picker.tsx";
import { useStoredAnswer } from "./cached-call.ts";

const none: readonly SpaceIcon[] = [];
const onlyAdded = (icons: readonly Partial<SpaceIcon>[]): readonly SpaceIcon[] => icons.filter(isSpaceIcon);

/** The icons that the space of the signed-in person added; none until they are known, for visitors, and outside of a browser. */
const useSpaceIcons: () => readonly SpaceIcon[] =
  typeof document === "undefined"
    ? () => none
    : () => useStoredAnswer("GET Api/Icon/GetListByUrl", {}, onlyAdded).data ?? none;

/** An icon of the program or the space by its name. */
export const NamedIcon = (props: { id?: string; name: string }) => <Named {...props} added={useSpaceIcons()} />;

/** The choice of an icon of the program or the space. */
export const IconPicker = (props: Omit<ComponentProps<typeof Picker>, "added">) => (
  <Picker {...props} added={useSpaceIcons()} />
);
