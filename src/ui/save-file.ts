/** Downloads a file of this site. `value`: its address. */
export function saveFile({ value, name }: { value: string; name: string }): void {
  const link = document.createElement("a");
  link.href = value;
  link.download = name;
  link.click();
}
