//! A film takes no more memory the longer it is.

mod counting;

use anyhow::Result;
use stage::Film;

const SIZE: [u32; 2] = [320, 200];
const PICTURE: usize = 320 * 200 * 4;

/// A dark square that wanders over a slope of colours.
fn picture(number: usize) -> Vec<u8> {
    let pixel = |i: usize| {
        let (x, y) = (i % 320, i / 320);
        let square = (x + 320 - number % 320) % 320 < 20 && y < 20;
        if square { [20, 30, 40, 255] } else { [(x / 2) as u8, y as u8, 128, 255] }
    };
    (0..PICTURE / 4).flat_map(pixel).collect()
}

/// The most memory that a film of so many pictures takes, beyond what was taken before.
fn most(name: &str, count: usize) -> Result<usize> {
    let folder = std::env::temp_dir().join(format!("film-memory-{}-{count}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let mut ended = Ok(());
    let [most, _] = counting::most(|| {
        ended = (|| {
            let mut film = Film::begin(&folder.join(name), SIZE, 20, count)?;
            for number in 0..count {
                film.add(SIZE, &picture(number))?;
            }
            film.end()
        })();
    });
    ended?;
    let files = std::fs::read_dir(&folder)?.count();
    let wanted = if name.ends_with(".gif") { 1 } else { count };
    assert_eq!(files, wanted, "files of {name}");
    std::fs::remove_dir_all(&folder)?;
    Ok(most)
}

#[test]
fn a_film_takes_no_more_memory_the_longer_it_is() -> Result<()> {
    for name in ["film.gif", "film-###.png"] {
        // A film of 77 MB. What it takes is a sample of its colours, and what chooses 255 of them.
        let most = most(name, 300)?;
        assert!(most < 40 * PICTURE, "{name}: {most} bytes");
    }
    Ok(())
}
