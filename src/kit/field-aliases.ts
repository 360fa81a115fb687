/** Aliases of field types on the wire, in lower case (B-121). */
const aliases: Readonly<Record<string, string>> = {
  colour: "color",
  file: "fileupload",
  input: "textbox",
  map: "maplocation",
  numberbox: "number",
  numberic: "number",
  phoneverify: "phoneverifiy",
  radio: "radiobutton",
  richtext: "editor",
  select: "dropdownlist",
  time: "timepicker",
  video: "vedio",
};

/** The name of a field type that is written in any letter case or as an alias. */
export function fieldTypeName(word: string): string {
  const name = word.toLowerCase();
  return Object.hasOwn(aliases, name) ? aliases[name]! : name;
}
