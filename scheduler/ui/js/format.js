// Amounts and times as people read them. All pure.

const whole = new Intl.NumberFormat('en-US');
const tenths = new Intl.NumberFormat('en-US', {minimumFractionDigits: 1, maximumFractionDigits: 1});

export const number = (value) => whole.format(value);

export const counted = (count, noun, nouns = `${noun}s`) => `${number(count)} ${count === 1 ? noun : nouns}`;

export const mib = (value) => `${number(value)} MiB`;

/** A sum over many chips: in GiB or TiB as soon as that is shorter. */
export function memory(value) {
  const size = Math.abs(value);
  if (size >= 1024 * 1024) return `${tenths.format(value / 1024 / 1024)} TiB`;
  if (size >= 64 * 1024) return `${tenths.format(value / 1024)} GiB`;
  return mib(value);
}

/** Cores in the chip's own unit: percent of a soft-split chip, AI cores of a hard-split one. */
export const cores = (value, mode) => (mode === 'hard' ? `${number(value)} AI` : `${number(value)} %`);

/** Rounded to the nearest, but 0 and 100 only when it is exactly that. */
export function percent(part, of) {
  if (!(of > 0)) return part > 0 ? 'over' : '0 %';
  const exact = (100 * part) / of;
  if (exact > 0 && exact < 1) return '<1 %';
  if (exact > 99 && exact < 100) return '>99 %';
  return `${Math.round(exact)} %`;
}

export function age(seconds) {
  const s = Math.max(0, Math.floor(seconds));
  if (s < 120) return `${s} s`;
  if (s < 120 * 60) return `${Math.floor(s / 60)} min`;
  if (s < 48 * 3600) return `${Math.floor(s / 3600)} h`;
  return `${Math.floor(s / 86400)} d`;
}

/** Seconds since an RFC 3339 time; undefined for a text that is none. */
export function secondsSince(text, now) {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : (now - time) / 1000;
}

const pad = (value) => String(value).padStart(2, '0');
const kMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "21:04:09" of today, "28 Nov 21:04" of another day; in the reader's time zone. */
export function clock(time, now) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return '';
  const minutes = `${pad(date.getHours())}:${pad(date.getMinutes())}`;
  if (date.toDateString() === new Date(now).toDateString()) return `${minutes}:${pad(date.getSeconds())}`;
  return `${date.getDate()} ${kMonths[date.getMonth()]} ${minutes}`;
}

/** "memory-short" to "memory short". */
export const words = (code) => String(code).replaceAll('-', ' ');

/** The reasons of a refusal, the most frequent first. */
export function reasons(counts) {
  return Object.entries(counts ?? {})
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
}
