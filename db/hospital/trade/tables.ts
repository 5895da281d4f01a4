// The tables of this wing. Importing this file is what makes them known.

export {}
