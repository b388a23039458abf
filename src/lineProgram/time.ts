/** `2026-11-20T20:34:39.418Z` */
const length: i32 = 24;
const msPerDay: i64 = 86_400_000;

/** Milliseconds since 1970 of a time as clients write it; -1 for one of another form. */
export function readTime(at: i32, end: i32): i64 {
  if (end - at != length) return -1;
  if (load<u8>(at + 4) != 0x2d || load<u8>(at + 7) != 0x2d || load<u8>(at + 10) != 0x54) return -1;
  if (load<u8>(at + 13) != 0x3a || load<u8>(at + 16) != 0x3a) return -1;
  if (load<u8>(at + 19) != 0x2e || load<u8>(at + 23) != 0x5a) return -1;
  const year = digits(at, 4);
  const month = digits(at + 5, 2);
  const day = digits(at + 8, 2);
  const hours = digits(at + 11, 2);
  const minutes = digits(at + 14, 2);
  const seconds = digits(at + 17, 2);
  const ms = digits(at + 20, 3);
  if ((year | month | day | hours | minutes | seconds | ms) < 0) return -1;
  // Days that not every month has are left to those who know.
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > lastDay(month)) return -1;
  if (hours > 23 || minutes > 59 || seconds > 59) return -1;
  return (
    <i64>daysBefore(year, month, day) * msPerDay +
    <i64>(((hours * 60 + minutes) * 60 + seconds) * 1000 + ms)
  );
}

function lastDay(month: i32): i32 {
  if (month == 2) return 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/** From the first of January 1970, counted in years that begin with March: then the leap day is the last. */
function daysBefore(year: i32, month: i32, day: i32): i32 {
  const years = month > 2 ? year : year - 1;
  const months = (month + 9) % 12;
  const leaps = years / 4 - years / 100 + years / 400;
  return years * 365 + leaps + (months * 153 + 2) / 5 + day - 719_469;
}

function digits(at: i32, count: i32): i32 {
  let number = 0;
  for (let index = 0; index < count; index++) {
    const digit = <i32>load<u8>(at + index) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}
