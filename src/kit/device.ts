import { formatText, type Text } from "./text.ts";

const texts = {
  unknown: { zh: "未知设备", en: "Unknown device" },
  on: { zh: "{system} 上的 {browser}", en: "{browser} on {system}" },
};

// The first match counts: Edge and Opera also name Chrome, Chrome also names Safari, and WeChat names any of them.
const browsers: [RegExp, string][] = [
  [/MicroMessenger/, "WeChat"],
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];
// The first match counts: iOS names Mac OS X, and Android names Linux.
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];
const findName = (list: [RegExp, string][], userAgent: string) =>
  list.find(([pattern]) => pattern.test(userAgent))?.[1];

/** The name of the browser or program that sends this `User-Agent`. */
export function deviceName(userAgent: string): Text {
  const [browser, system] = [findName(browsers, userAgent), findName(systems, userAgent)];
  if (browser !== undefined && system !== undefined) return formatText(texts.on, { browser, system });
  // An unknown program is not named: its name would be text chosen by the sender.
  const name = browser ?? system;
  return name === undefined ? texts.unknown : { zh: name, en: name };
}
