import { ClipboardList, House, LifeBuoy, PackageCheck, PackagePlus } from "lucide-react";
import type { Text } from "#kit/text.ts";
import { withoutEndSlashes } from "#kit/url.ts";
import { type Place, type PlaceGroup, placeOf, placesFor } from "./navigation.ts";

type Reader = Parameters<typeof placesFor>[0];
type Area = {
  name: Text;
  /** What the side menu is called. */
  menu: Text;
  home: string;
  /** The place that the path belongs to. */
  place: Place | undefined;
  groupsFor: (person: Reader) => PlaceGroup[];
};

/** The side menu of the service area (B-033): what somebody does as a customer, and the way back. */
const service: PlaceGroup[] = [
  {
    name: { zh: "服务专区", en: "Services" },
    places: [
      { url: "/service/index", name: { zh: "服务首页", en: "Services home" }, icon: LifeBuoy },
      { url: "/service/serviceOpening/list", name: { zh: "我的套餐", en: "My plans" }, icon: PackageCheck },
      { url: "/service/open", name: { zh: "开通套餐", en: "Activate a plan" }, icon: PackagePlus },
      { url: "/service/paasWork/list", name: { zh: "工单", en: "Work orders" }, icon: ClipboardList },
    ],
  },
  {
    name: { zh: "管理后台", en: "Admin area" },
    places: [{ url: "/paas/index", name: { zh: "管理首页", en: "Admin home" }, icon: House }],
  },
];

/** `/service/paasWork/edit` belongs to the list of the same type. */
function servicePlaceOf(path: string): Place | undefined {
  const normalizedPath = withoutEndSlashes(path.toLowerCase());
  const type = normalizedPath.split("/")[2];
  const places = service[0]!.places;
  return (
    places.find(({ url }) => url.toLowerCase() === normalizedPath) ??
    places.find(({ url }) => url.toLowerCase() === `/service/${type}/list`)
  );
}

/** The area of the app that a path lies in: its menu, its home, and the place in it. */
export function areaOf(path: string): Area {
  if (/^\/service(?:\/|$)/i.test(path))
    return {
      name: { zh: "服务专区", en: "Services" },
      menu: { zh: "服务专区导航", en: "Services" },
      home: "/service/index",
      place: servicePlaceOf(path),
      groupsFor: () => service,
    };
  return {
    name: { zh: "管理后台", en: "Admin area" },
    menu: { zh: "管理后台导航", en: "Admin area" },
    home: "/paas/index",
    place: placeOf(path),
    groupsFor: placesFor,
  };
}
