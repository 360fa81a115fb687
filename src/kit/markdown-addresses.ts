/** A line that begins or ends a block of code. */
const fence = /^\s{0,3}(?:```|~~~)/;
const codeSpan = /`[^`]*`/g;
/** `[text](address)`, and `[label]: address` at the start of a line. */
const links = [/\]\(\s*<?([^\s()<>]+)/g, /^ {0,3}\[[^[\]]*\]:\s*<?([^\s<>]+)/g];

/**
 * The addresses of the links and images in a Markdown text, without those in code. Reads no more of the syntax than that, so that whoever asks needs no
 * parser of Markdown (kit/markdown.ts).
 */
export function markdownAddresses(text: string): string[] {
  let isCode = false;
  return text.split("\n").flatMap((line) => {
    const isFence = fence.test(line);
    if (isFence) isCode = !isCode;
    if (isFence || isCode) return [];
    const words = line.replace(codeSpan, "");
    return links.flatMap((link) => [...words.matchAll(link)].map(([, address]) => address!));
  });
}
