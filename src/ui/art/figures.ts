import { box, circle, floor, heightMark, led, line, widthMark } from "./draw.ts";

/** The strings that `draw` returns for 0 to `count` - 1. */
const steps = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index));

/** Points on a circle around (80, 80), from the top. */
const circlePoints = (count: number, radius: number) =>
  steps(count, (index) => {
    const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
    return `${(80 + radius * Math.cos(angle)).toFixed(1)} ${(80 + radius * Math.sin(angle)).toFixed(1)}`;
  });

/** A figure for each product, in a view box of 160 x 160. */
export const figures = {
  "device-identity": [
    box(34, 26, 92, 108, 6),
    circle(80, 76, 36, "tint"),
    ...steps(5, (n) =>
      line(
        `M${52 + n * 5} ${90 - n * 2}v-${14 + n * 2}a${28 - n * 5} ${28 - n * 5} 0 0 1 ${56 - n * 10} 0v${14 + n * 2}`,
      ),
    ),
    line("M80 70v26M50 122h42M100 122h12"),
    led(112, 36),
    heightMark(20, 26, 134),
  ],
  "data-notary": [
    ...steps(3, (n) => box(14 + n * 48, 46, 36, 60, 2, n === 2 ? "tint" : "")),
    ...steps(3, (n) => line(`M${20 + n * 48} 58h24M${20 + n * 48} 68h16M${20 + n * 48} 78h20`)),
    ...steps(2, (n) =>
      line(`M${50 + n * 48} 92h12M${54 + n * 48} 88h-6a4 4 0 0 0 0 8h6M${58 + n * 48} 88h6a4 4 0 0 1 0 8h-6`),
    ),
    circle(128, 96, 7),
    led(128, 96),
    line("M14 122h132", "dim"),
    ...steps(3, (n) => `<g class="dim">${line(`M${32 + n * 48} 118v8`)}</g>`),
  ],
  "asset-ledger": [
    line("M80 36q-22-12-58-8v98q36-4 58 8q22-12 58-8V28q-36-4-58 8zM80 36v98"),
    line("M86 42q20-9 46-7v84q-28-2-46 7z", "tint"),
    ...steps(6, (n) => line(`M32 ${46 + n * 12}q20-2 40 3M92 ${49 + n * 12}q18-5 34-3`)),
    led(122, 34),
  ],
  "title-certificate": [
    box(20, 30, 120, 92, 2),
    box(27, 37, 106, 78, 1, "tint"),
    ...steps(8, (n) => `<g transform="rotate(${n * 22.5} 104 78)">${line("M86 78q18-22 36 0q-18 22-36 0z")}</g>`),
    line("M38 52h34M38 64h26M38 74h30M38 84h22M38 104h44"),
    line("M96 104l-4 24 12-7 12 7-4-24"),
    led(104, 78),
  ],
  "revenue-accounting": [
    line("M24 132h112"),
    ...steps(5, (n) => box(30 + n * 18, 112 - n * 14, 12, 20 + n * 14, 1, n === 4 ? "tint" : "")),
    circle(120, 44, 20),
    circle(120, 44, 14, "tint"),
    line("M112 40h16M112 48h16M120 36v18"),
    line("M36 104L54 90L72 76L90 62", "dim"),
    led(108, 54),
  ],
  "audit-disclosure": [
    box(24, 24, 78, 112, 2),
    ...steps(8, (n) => line(`M34 ${40 + n * 12}h${n % 3 === 1 ? 40 : 58}`)),
    circle(100, 90, 28, "tint"),
    circle(100, 90, 22),
    line("M120 110l20 22M84 84h32M84 94h22"),
    led(112, 94),
  ],
  "trusted-module": [
    box(24, 40, 112, 80, 3),
    box(58, 58, 44, 44, 2, "tint"),
    ...steps(5, (n) => line(`M${64 + n * 8} 58v-8M${64 + n * 8} 102v8M58 ${64 + n * 8}h-8M102 ${64 + n * 8}h8`)),
    ...[32, 128].flatMap((x) => [48, 112].map((y) => circle(x, y, 3))),
    box(30, 66, 10, 28, 1),
    box(120, 66, 10, 28, 1),
    line("M68 80h24M80 68v24"),
    led(114, 48),
    widthMark(28, 24, 136),
  ],
  "edge-gateway": [
    floor,
    box(28, 74, 104, 54, 4),
    line("M44 74V30M116 74V30M34 128v12M126 128v12"),
    line("M36 38q8-10 16 0M108 38q8-10 16 0M31 33q13-15 26 0M103 33q13-15 26 0"),
    box(38, 84, 84, 16, 2, "tint"),
    ...steps(5, (n) => box(40 + n * 16, 108, 11, 10, 1)),
    ...steps(4, (n) => line(`M${46 + n * 12} 92h6`)),
    led(114, 92),
    heightMark(16, 74, 140),
  ],
  "secure-chip": [
    box(44, 44, 72, 72, 4),
    ...steps(6, (n) =>
      line(`M${52 + n * 11.2} 44V28M${52 + n * 11.2} 116v16M44 ${52 + n * 11.2}H28M116 ${52 + n * 11.2}h16`),
    ),
    box(56, 56, 48, 48, 2, "tint"),
    circle(74, 78, 9),
    line("M83 78h16M94 78v7M99 78v5"),
    led(74, 78),
    circle(50, 50, 2),
  ],
  "remote-control": [
    box(30, 26, 100, 112, 5),
    box(40, 36, 80, 34, 2, "tint"),
    line("M46 58l10-10 10 6 12-12 10 10 12-4 8 4"),
    circle(60, 104, 20),
    circle(60, 104, 13),
    line("M60 91v26M47 104h26"),
    box(94, 84, 22, 40, 11),
    circle(105, 95, 8),
    led(112, 42),
    heightMark(18, 26, 138),
  ],
  "service-orders": [
    box(34, 30, 80, 108, 3),
    box(58, 22, 32, 16, 2, "tint"),
    ...steps(5, (n) => box(44, 52 + n * 16, 9, 9, 1, n < 3 ? "tint" : "")),
    ...steps(5, (n) => line(`M60 ${57 + n * 16}h${n % 2 ? 32 : 42}`)),
    ...steps(3, (n) => line(`M46 ${56 + n * 16}l2.5 3 4-6`)),
    line("M126 68a11 11 0 1 0 10 10l-9 3-5-5zM121 88l-3 44q4 6 9 0l1-42"),
    led(106, 122),
  ],
  "sites-partners": [
    line("M18 48l40-14 44 14 40-14v78l-40 14-44-14-40 14zM58 34v78M102 48v78"),
    line("M58 34l44 14v78l-44-14z", "tint"),
    ...(
      [
        [40, 62],
        [82, 84],
        [124, 58],
      ] as const
    ).flatMap(([x, y]) => [
      line(`M${x} ${y + 16}c-9-10-10-14-10-17a10 10 0 0 1 20 0c0 3-1 7-10 17z`),
      circle(x, y - 2, 3.5),
    ]),
    line("M46 70L76 86M90 84l28-22", "dim"),
    led(82, 82),
  ],
  "service-centres": [
    floor,
    line("M34 140V74l46-30 46 30v66"),
    box(46, 86, 68, 54, 1, "tint"),
    ...steps(4, (n) => line(`M46 ${98 + n * 11}h68`)),
    circle(80, 64, 7),
    ...[18, 27, 36].map((radius) => line(`M${80 - radius} 46a${radius} ${radius * 0.7} 0 0 1 ${radius * 2} 0`)),
    led(80, 64),
    heightMark(20, 44, 140),
  ],
  "asset-issuance": [
    ...steps(3, (n) => box(16 + n * 22, 26 + n * 14, 62, 78, 2, n === 2 ? "tint" : "")),
    ...steps(4, (n) => line(`M70 ${70 + n * 12}h${n === 3 ? 22 : 42}`)),
    circle(122, 112, 19),
    circle(122, 112, 14),
    ...steps(12, (n) => `<g transform="rotate(${n * 30} 122 112)">${line("M122 93v-4")}</g>`),
    line("M114 112l6 6 10-12"),
    led(24, 34),
  ],
  "investor-portal": [
    box(20, 32, 120, 82, 4),
    box(28, 40, 104, 66, 1.5, "tint"),
    line("M66 114v14M94 114v14M54 128h52"),
    circle(56, 74, 20),
    ...circlePoints(8, 20).map((point) => `<g transform="translate(-24 -6)">${line(`M80 80L${point}`)}</g>`),
    line("M86 92l12-16 10 8 16-26M86 98h40"),
    led(124, 58),
  ],
} as const;

export type FigureName = keyof typeof figures;
