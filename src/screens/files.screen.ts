import { areas } from "#kit/app-pages.ts";
import { defineListScreen } from "#kit/screen.ts";

const list = defineListScreen({
  type: "storageFile",
  title: { zh: "文件", en: "Files" },
  menu: [{ menu: "management", group: "content", after: "contactMessage", icon: "folder", isSecondary: true }],
  component: "screens/files",
});

/** The list of files, and the libraries of images and videos (S-060, S-061). */
export default {
  ...list,
  paths: [...list.paths, ...areas.flatMap((area) => [`${area}/:type/image`, `${area}/:type/video`])],
};
