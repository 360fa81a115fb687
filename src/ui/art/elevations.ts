import { box, circle, floor, heightMark, led, line, widthMark } from "./draw.ts";

/** The goods on the shelves of the retail cabinet. */
const shelves = [0, 1, 2, 3].flatMap((row) =>
  [0, 1, 2, 3]
    .filter((column) => (row * 3 + column * 5) % 7 !== 3)
    .map((column) => box(49 + column * 11.6, 37 + row * 20.5, 8.4, 12.5, 1.5)),
);

/** Front elevations of devices in a view box of 160 x 160, one for each industry. */
export const elevations = {
  retail: [
    floor,
    box(40, 22, 80, 114, 3),
    line("M46 136v4M114 136v4"),
    box(46, 29, 50, 82, 2, "tint"),
    line("M46 49.5h50M46 70h50M46 90.5h50M46 111h50"),
    ...shelves,
    box(101, 29, 13, 20, 1.5, "tint"),
    line("M104 56h7M104 61h7M104 66h7"),
    led(107.5, 76),
    box(46, 117, 50, 12, 1.5),
    line("M52 123h38"),
    heightMark(28, 22, 136),
    widthMark(12, 40, 120),
  ],
  transport: [
    floor,
    box(36, 34, 88, 92, 10),
    line("M44 52q0-8 8-8h56q8 0 8 8v32q0 3-3 3H47q-3 0-3-3z", "tint"),
    line("M80 44v43M52 38h56"),
    line("M56 87l18-22M86 87l18-22", "dim"),
    line("M36 98h88"),
    circle(50, 110, 6),
    circle(110, 110, 6),
    box(66, 105, 28, 10, 1.5),
    line("M50 126v10q0 3 3 3h8q3 0 3-3v-10M96 126v10q0 3 3 3h8q3 0 3-3v-10"),
    line("M36 62h-7q-3 0-3 3v14q0 3 3 3h7M124 62h7q3 0 3 3v14q0 3-3 3h-7"),
    line("M80 34v-8M74 22q6-5 12 0M70 17q10-9 20 0"),
    led(80, 28),
  ],
  medical: [
    floor,
    box(42, 24, 76, 52, 4, "tint"),
    line("M48 54h14l4-8 6 18 5-24 6 20 3-6h26"),
    line("M52 32h10M57 27v10"),
    line("M72 76v10M88 76v10"),
    box(54, 86, 52, 36, 3),
    line("M54 98h52M54 110h52M76 92h8M76 104h8M76 116h8"),
    line("M60 122v8M100 122v8"),
    circle(60, 135, 5),
    circle(100, 135, 5),
    line("M106 92h12q6 0 6 6v14q0 6-6 6h-2"),
    circle(113, 118, 3),
    led(110, 32),
    heightMark(30, 24, 140),
  ],
  entertainment: [
    floor,
    line("M42 36l6-14h64l6 14"),
    box(42, 36, 76, 100),
    box(48, 42, 64, 52, 1.5, "tint"),
    line("M80 42v12M80 54l-8 8v6M80 54l8 8v6M80 54v8"),
    circle(58, 87, 6),
    circle(71, 88, 5),
    circle(84, 86, 7),
    circle(98, 87, 6),
    line("M42 100h76"),
    circle(62, 108, 3),
    line("M62 105v-8M84 110h8M98 110h8"),
    box(50, 117, 24, 14, 1.5),
    line("M86 120h24M86 125h24M86 130h16"),
    led(80, 29),
  ],
  energy: [
    floor,
    box(52, 22, 46, 114, 6),
    line("M44 140h62v-4H44z"),
    box(59, 31, 32, 24, 2, "tint"),
    line("M77 34l-7 10h9l-6 9"),
    line("M62 64h26M62 70h26M62 76h26"),
    box(66, 86, 18, 24),
    line("M66 98h18"),
    led(75, 122),
    line("M98 66h10q8 0 8 8v38q0 8 8 8t8-8V84"),
    line("M126 84h12v-10l-3-4h-6l-3 4zM129 70v-6M135 70v-6"),
    heightMark(36, 22, 136),
  ],
  recycle: [
    floor,
    box(34, 36, 92, 100, 3),
    line("M30 36h100l-6-12H36z"),
    line("M80 36v100"),
    circle(57, 66, 13, "tint"),
    circle(57, 66, 8),
    box(90, 54, 26, 20, 2, "tint"),
    line("M94 62h18M94 67h11"),
    line("M92 84h22M92 90h22"),
    line("M50 112l5-9h5l5 9M65 112l3 5-2.5 4H50l-3-4 3-5M57.5 99v4"),
    box(90, 102, 26, 26),
    line("M103 108v14"),
    led(103, 46),
    widthMark(15, 34, 126),
  ],
} as const;

export type ElevationName = keyof typeof elevations;
export const elevationNames = Object.keys(elevations) as ElevationName[];
/** The SVG markup of an elevation. */
export const elevation = (name: ElevationName): string => elevations[name].join("");
