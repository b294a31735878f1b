#!/bin/sh
# Makes the pictures that the readers of textures are tried with; needs ImageMagick.
set -eu
cd "$(dirname "$0")"

# With edges where the blocks of a JPEG have theirs.
convert -size 24x16 xc:red -fill blue -draw 'rectangle 8,0 15,7' -fill '#10c040' -draw 'rectangle 0,8 23,15' \
    -fill white -draw 'rectangle 16,0 23,7' -type TrueColor -depth 8 PNG24:solid.png
convert -size 24x16 xc:'rgba(255,0,0,0.4)' -fill 'rgba(0,0,255,1)' -draw 'rectangle 8,0 15,7' -depth 8 \
    PNG32:seen_through.png

# The rows of a TGA may begin at any corner; ImageMagick writes down which, and leaves the rest to us.
convert solid.png -flip -orient BottomLeft -compress none -type TrueColor plain.tga
convert solid.png -orient TopLeft -compress RLE -type TrueColor packed.tga
convert solid.png -flop -orient TopRight -compress none -type Palette palette.tga
convert seen_through.png -flip -flop -orient BottomRight -compress none plain32.tga
convert seen_through.png -flip -orient BottomLeft -compress RLE packed32.tga
convert solid.png -colorspace Gray -orient TopLeft -compress none -type Grayscale grey.tga
convert solid.png -quality 95 -sampling-factor 1x1 plain.jpg
convert solid.png -quality 95 -sampling-factor 1x1 -interlace JPEG progressive.jpg
convert solid.png -colorspace Gray -quality 95 grey.jpg
