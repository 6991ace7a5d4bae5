/** Natural logarithm without tables, because kernels have no static data. */

const LN2: f64 = 0.6931471805599453;

/** For finite x > 0, not subnormal; the error stays below 1e-10. */
export function ln(x: f64): f64 {
  const bits = reinterpret<u64>(x);
  let exponent = <f64>((<i32>(bits >> 52)) - 1023);
  let mantissa = reinterpret<f64>((bits & 0x000f_ffff_ffff_ffff) | 0x3ff0_0000_0000_0000);
  if (mantissa > 1.4142135623730951) {
    mantissa *= 0.5;
    exponent += 1;
  }
  // ln m = 2 artanh((m - 1) / (m + 1)), |s| < 0.172
  const s = (mantissa - 1) / (mantissa + 1);
  const q = s * s;
  const series = 1 + q * (1.0 / 3 + q * (1.0 / 5 + q * (1.0 / 7 + q * (1.0 / 9 + q * (1.0 / 11)))));
  return exponent * LN2 + 2 * s * series;
}
