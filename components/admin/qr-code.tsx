import { create } from "qrcode";

const MARGIN = 4;

/** A QR code, drawn in the page itself: nothing is loaded for it and no style is written. */
export function QrCode({ text, name }: { text: string; name: string }) {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const dark = [...modules.data].flatMap((bit, index) =>
    bit ? [`M${MARGIN + (index % modules.size)} ${MARGIN + Math.floor(index / modules.size)}h1v1h-1z`] : [],
  );
  const side = modules.size + 2 * MARGIN;
  return (
    <svg
      className="app-qr"
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={name}
      width="240"
      height="240"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={dark.join("")} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
